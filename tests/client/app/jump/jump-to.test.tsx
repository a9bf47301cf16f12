// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Found } from '#contract/search'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { STORED } from '../../../../src/client/browser/device-storage'
import { answers, delayed, holds, inTurn, listOf, ME, openApp } from '../../open-app'

const CEDAR = { id: 5, title: 'CEDAR: fosfomycin' }
const NOTHING: Found = {
  participants: [],
  study_packs: [],
  acts: [],
  trials: [],
  users: [],
  audit_logs: [],
  has_more: [],
}
const participant = (id: number, participant_id: string): Found['participants'][number] => ({
  id,
  trial: CEDAR,
  trial_sequence_no: id,
  participant_id,
  created_at: '2026-11-20T10:00:00.000Z',
  flag_status: { name: 'Unflagged' },
})
const found = (changes: Partial<Found>) => answers(api.searchEverything, { ...NOTHING, ...changes })

const opensJump = async (...replies: Parameters<typeof openApp>[1]) => {
  const app = openApp('/', [...replies, answers(api.listTrials, listOf())])
  fireEvent.click(await screen.findByRole('button', { name: /^Jump to/ }))
  const field = await screen.findByPlaceholderText<HTMLInputElement>(/^Search participants/)
  return { ...app, field, types: (value: string) => fireEvent.change(field, { target: { value } }) }
}
/** A row by its text. The name of a row with a mark in it has extra spaces in this document. */
const rowsNamed = (text: string) =>
  dialog()
    .queryAllByRole('button')
    .filter(({ textContent }) => textContent.startsWith(text))
const findsRow = (text: string) =>
  waitFor(() => {
    const [row] = rowsNamed(text)
    expect(row).toBeDefined()
    return row ?? document.body
  })
const dialog = () => within(screen.getByRole('dialog', { name: 'Jump to' }))

test("the server's results are under the heading of their kind, with the match marked and the number read out", async () => {
  const { types } = await opensJump(
    inTurn(
      found({}),
      found({
        participants: [participant(61, 'STA-028')],
        acts: [{ name: 'pause', trial: CEDAR }],
        users: [{ id: 7, name: 'Sta Meyer', email: null, trial: CEDAR }],
        has_more: ['participants'],
      }),
    ),
  )
  types('sta')
  await findsRow('STA-028')
  expect(rowsNamed('Pause CEDAR')).toHaveLength(1)
  expect(dialog().getAllByText(/^sta$/i, { selector: 'mark' }).length).toBeGreaterThan(0)
  expect(dialog().getByText('There are more. Type more of the name or ID.')).toBeDefined()
  expect(screen.getByText(/^\d results: .*Participants 1/)).toBeDefined()
})

test('a late answer to earlier words is never shown for the present ones', async () => {
  const early = delayed(found({ participants: [participant(1, 'EARLY-1')] }))
  let isRequested = false
  const asked = {
    ...early,
    respond: () => {
      isRequested = true
      return early.respond()
    },
  }
  const { types } = await opensJump(inTurn(found({}), asked, found({ participants: [participant(2, 'LATE-2')] })))
  types('early')
  await waitFor(() => expect(isRequested).toBe(true))
  types('late')
  early.letGo()
  await findsRow('LATE-2')
  expect(dialog().queryByText(/EARLY/)).toBeNull()
})

test('an opened record is remembered for the person by its kind and id alone', async () => {
  const { types } = await opensJump(
    inTurn(found({}), found({ trials: [{ ...CEDAR, trial_status_id: 3 }] })),
    holds(api.getTrial),
    holds(api.getTrialPermission),
    holds(api.getTrialStatistics),
  )
  types('cedar')
  fireEvent.click(await findsRow('CEDAR'))
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(STORED.recentFinds) ?? 'null')).toEqual({
      sub: String(ME.id),
      names: ['trial-5'],
    }),
  )
})

test('screens are found without the server, if the person may open them', async () => {
  const { types } = await opensJump(holds(api.searchEverything))
  types('us')
  await findsRow('User profile')
  expect(rowsNamed('Users')).toEqual([])
})
