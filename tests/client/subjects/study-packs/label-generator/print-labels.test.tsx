// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { StudyPackLog } from '#contract/study-packs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { NOT_KNOWN_WHETHER_SAVED } from '../../../../../src/client/safety-words'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'
import { answers, answersFile, delayed, inTurn, loses, openApp, pagesOf, refuses, type Reply } from '../../../open-app'
import { SYSTEM } from '../../shown-dialog'

/* Printing labels is recorded in the history of each pack: a print whose answer was lost is sent again, and done once. */

const TRIAL = aShownTrial({ is_managing_packs: true })
const AT = '/trials/1/study-packs/label-generator'
const { printStudyPackLabels } = api

const PRINTED: StudyPackLog = {
  id: 3,
  created_at: '2026-11-21T10:00:00.000Z',
  performed_at: null,
  clock_uncertain: false,
  actioned_by_user: { id: 4, name: 'Grace Okafor' },
  action: 'print_label',
  comment: 'A4, 24 labels',
}

const opened = (does: Reply, at = AT) => {
  const reads: Reply = answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [aShownPack()] }] })
  let lists = 0
  const counted: Reply = {
    ...reads,
    respond: () => {
      lists += 1
      return reads.respond()
    },
  }
  const app = openApp(at, [
    does,
    counted,
    inTurn(
      answers(api.getStudyPack, aShownPack({ study_pack_logs: [] })),
      answers(api.getStudyPack, aShownPack({ study_pack_logs: [PRINTED] })),
    ),
    ...pagesOf(TRIAL, SYSTEM, { trial_id: null }),
  ])
  return { ...app, lists: () => lists }
}

/** The button, as soon as it can be pressed. */
const pressed = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Make 1 label on 1 page' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

let made: MockInstance<typeof URL.createObjectURL>
beforeEach(() => {
  made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
})

test('a lost answer says that it is not known, and the same is sent again under the same key', async () => {
  const { sent } = opened(inTurn(loses(printStudyPackLabels), answersFile(printStudyPackLabels, '%PDF')))
  await pressed()
  await screen.findByText(NOT_KNOWN_WHETHER_SAVED)
  expect(screen.queryByText('No labels were created')).toBeNull()
  await pressed()
  await screen.findByTitle('Preview of the labels')
  expect(screen.queryByText(NOT_KNOWN_WHETHER_SAVED)).toBeNull()
  const [first, again] = sent
  expect(first).toEqual({
    call: 'POST trials/1/study-packs/labels',
    body: { study_pack_ids: [1], sheet: 'a4-24' },
    key: expect.any(String),
  })
  expect(sent).toEqual([first, again])
  expect(again).toEqual(first)
})

test('another print of the same packs is one of its own', async () => {
  const { sent } = opened(answersFile(printStudyPackLabels, '%PDF'))
  await pressed()
  await screen.findByTitle('Preview of the labels')
  await pressed()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('a refusal says that no labels were created, and why', async () => {
  opened(refuses(printStudyPackLabels, { code: 'not_found', message: 'Pack 1 not found' }))
  await pressed()
  expect(await screen.findByText('No labels were created')).toBeDefined()
  expect(await screen.findByText('Pack 1 not found')).toBeDefined()
})

test.each([
  ['that was made', answersFile(printStudyPackLabels, '%PDF')],
  ['whose answer was lost', loses(printStudyPackLabels)],
])('a print %s is in the history of its packs, which is fetched again', async (_what, does) => {
  const { go, lists, sent } = opened(does, '/trials/1/study-packs/1')
  await screen.findByRole('heading', { name: 'Pack A-10001' })
  expect(screen.queryByText('Label printed')).toBeNull()
  await go(AT)
  await pressed()
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(lists()).toBe(2))
  await go('/trials/1/study-packs/1')
  await screen.findByText('Label printed')
})

describe('a PDF that arrives after another sheet was chosen', () => {
  /** Chooses another sheet while the first PDF is under way. `lists` counts the fetched lists, one more after each print. */
  const changed = async () => {
    const late = delayed(answersFile(printStudyPackLabels, '%PDF'))
    const app = opened(inTurn(late, answersFile(printStudyPackLabels, '%PDF')))
    await pressed()
    await waitFor(() => expect(app.sent).toHaveLength(1))
    const sheets = within(screen.getByRole('radiogroup', { name: 'Sheet' })).getAllByRole('radio')
    fireEvent.click(sheets.at(-1) ?? document.body)
    return { ...app, late }
  }

  test('is not shown', async () => {
    const { late, lists } = await changed()
    late.letGo()
    await waitFor(() => expect(lists()).toBe(2))
    expect(screen.queryByTitle('Preview of the labels')).toBeNull()
  })

  test('does not replace the newer one', async () => {
    const { late, lists } = await changed()
    await pressed()
    await screen.findByTitle('Preview of the labels')
    await waitFor(() => expect(lists()).toBe(2))
    late.letGo()
    await waitFor(() => expect(lists()).toBe(3))
    expect(screen.getByTitle('Preview of the labels')).toBeDefined()
    expect(made).toHaveBeenCalledOnce()
  })
})
