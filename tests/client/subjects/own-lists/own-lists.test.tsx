// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { AllocationList, OwnAllocationList } from '#contract/allocation-lists'
import { invalidRows } from '#contract/errors'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownTrial } from '../../a-shown-trial'
import { press, tick } from '../../by-hand'
import { answers, openApp, pagesOf, refuses, type Reply } from '../../open-app'

/* A list of allocations: its upload by the author, and its confirmation by a second person who sees no row. */

const SYSTEM = 1
const HASH = 'ab'.repeat(32)

const OWN: OwnAllocationList = {
  trial: { id: 5, title: 'A trial of two tablets' },
  is_awaited: true,
  is_factorial: false,
  study_groups: [
    { name: 'Amlodipine', weight: 1, factorial_level: null },
    { name: 'Placebo', weight: 1, factorial_level: null },
  ],
  sites: [],
  strata: [],
  places: [{ site: null, options: [], next_position: 1, fewest_rows: 4 }],
  lists: [],
}

const uploading = async (reply: Reply, rows: readonly string[]) => {
  const sent = openApp('/allocation-lists', [answers(api.listOwnAllocationLists, { data: [OWN] }), reply])
  await screen.findByText(/The list needs 4 rows or more/)
  const input = await waitFor(() => {
    const found = document.querySelector('input[type=file]')
    if (found === null) throw new Error('no file can be chosen yet')
    return found
  })
  fireEvent.change(input, { target: { files: [new File([['position,group', ...rows].join('\n')], 'list.csv')] } })
  return sent
}

describe('the author', () => {
  test('uploads the rows of a file', async () => {
    const uploaded = answers(api.uploadAllocationList, OWN)
    const { sent } = await uploading(uploaded, ['1,Placebo', '2,Amlodipine'])
    await press('Upload and seal the list')
    await screen.findByText('List uploaded and sealed')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        trial_id: 5,
        rows: [
          { site: null, options: [], position: 1, study_groups: ['Placebo'] },
          { site: null, options: [], position: 2, study_groups: ['Amlodipine'] },
        ],
      },
    ])
  })

  test('is told which row is refused, with the file still at hand', async () => {
    const fault = { row: 2, column: 'study_groups', message: 'No study group is called “X”' }
    await uploading(refuses(api.uploadAllocationList, invalidRows([fault])), ['1,Placebo', '2,X'])
    await press('Upload and seal the list')
    await screen.findByText('Row 2, group: No study group is called “X”')
    expect(await screen.findByText('2 rows in list.csv')).toBeDefined()
  })
})

const WAITING: AllocationList = {
  is_used: true,
  author: { id: 7, name: 'Ada Obi' },
  lists: [
    {
      number: 1,
      uploaded_at: '2026-11-20T10:00:00.000Z',
      hash: HASH,
      rows: 40,
      confirmed_at: null,
      is_in_force: false,
      uploaded_by: { id: 7, name: 'Ada Obi' },
      confirmed_by: null,
    },
  ],
  strata: [],
  waiting: { number: 1, hash: HASH, strata: [{ stratum: 'Whole trial', rows: 40 }] },
}

test('a second person confirms a list by its number and hash, after reading the checks', async () => {
  const trial = aShownTrial({ randomisation_method_id: 10, trial_status_id: 1 })
  const { sent } = openApp(`/trials/${trial.id}/list`, [
    ...pagesOf(trial, SYSTEM),
    answers(api.getAllocationList, WAITING),
    answers(api.confirmAllocationList, { ...WAITING, waiting: null }),
  ])
  await press('Review list 1')
  await screen.findByText('No order gives groups away')
  await tick('I have reviewed the checks of this list and confirm it')
  await press('Confirm list 1')
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ number: 1, hash: HASH }]))
})
