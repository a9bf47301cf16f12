// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import type { StudyPack } from '#contract/study-packs'
import {
  STUDY_PACK_ACTION_NAMES,
  STUDY_PACK_ACTIONS,
  type StudyPackAction,
} from '#domain/study-packs/study-pack-actions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { deviceOutbox } from '../../../../src/client/device/outbox/device-outbox'
import { SAVED_HERE } from '../../../../src/client/safety-words'
import type { DirectAction } from '../../../../src/client/subjects/study-packs/actions/send-pack-action'
import {
  PACK_ACTION_PRESENTATION,
  packActionButton,
} from '../../../../src/client/subjects/study-packs/actions/pack-action-presentation'
import { aShownPack } from '../../a-shown-pack'
import { aShownTrial } from '../../a-shown-trial'
import { press, tick, write } from '../../by-hand'
import { answers, delayed, inTurn, loses, openApp, pagesOf, refuses, type Reply } from '../../open-app'
import { wordsOf } from '../../shown-table'

/*
 * Actions on several packs at once: the choice, the text beforehand, the request, and the packs that a refusal names.
 */

const ADMINISTRATOR = 2
const [INACTIVE, ACTIVE, ALLOCATED, DISPENSED, RECALLED] = [1, 2, 5, 6, 7] as const
const actionName = v.picklist(STUDY_PACK_ACTION_NAMES)
const WHY = 'Because of the audit'
const TRIAL = aShownTrial({ is_managing_packs: true })

const packOf = (id: number, changes: Partial<StudyPack> = {}) => aShownPack({ id, pack_id: `A-${id}`, ...changes })
const allocatedTo = (id: number, trial_sequence_no: number) =>
  packOf(id, { study_pack_status_id: ALLOCATED, participant: { id: 70 + id, trial_sequence_no } })

/** Opens the list of these packs, with several of them selected. */
const managed = async (packs: StudyPack[], ...replies: Reply[]) => {
  const { sent } = openApp('/trials/1/study-packs', [
    ...replies,
    ...pagesOf(TRIAL, ADMINISTRATOR),
    answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: packs }] }),
  ])
  await press('Manage multiple packs')
  return { sent, bar: await screen.findByRole('region', { name: 'Selected packs' }) }
}

/** Opens the prompt of an action on all of these packs. */
const prompted = async (action: StudyPackAction, packs: StudyPack[], ...replies: Reply[]) => {
  const { sent, bar } = await managed(packs, ...replies)
  fireEvent.click(within(bar).getByRole('button', { name: /^Select all that match/ }))
  const { label } = STUDY_PACK_ACTIONS[action]
  fireEvent.click(within(bar).getByRole('button', { name: label }))
  const dialog = await screen.findByRole('dialog', { name: `${label}: ${packs.length} packs` })
  const confirm = (packsInWords: string) =>
    within(dialog).findByRole<HTMLButtonElement>('button', { name: packActionButton(action, packsInWords) })
  return { sent, bar, dialog, confirm, isGone: () => waitFor(() => expect(document.contains(dialog)).toBe(false)) }
}

describe('choosing packs', () => {
  const PACKS = [
    packOf(1),
    packOf(2, { study_pack_status_id: INACTIVE }),
    packOf(3, { study_pack_status_id: RECALLED }),
  ]

  test('counts the selected packs; all matching ones are selected, or none, with one press', async () => {
    const { bar } = await managed(PACKS)
    const count = () => /^(.*? selected)/.exec(wordsOf(bar))?.[1]
    expect(count()).toBe('0 packs selected')
    await tick('Select pack A-1')
    expect(count()).toBe('1 pack selected')
    fireEvent.click(within(bar).getByRole('button', { name: 'Select all that match (3)' }))
    expect(count()).toBe('3 packs selected')
    expect(within(bar).getByRole<HTMLButtonElement>('button', { name: /^Select all/ }).disabled).toBe(true)
    fireEvent.click(within(bar).getByRole('button', { name: 'Clear' }))
    expect(count()).toBe('0 packs selected')
  })

  test('an action that the selection does not permit says why, and opens nothing', async () => {
    const { bar } = await managed(PACKS)
    const pressed = (name: string) => {
      fireEvent.click(within(bar).getByRole('button', { name }))
      return wordsOf(bar)
    }
    expect(pressed('Deactivate')).toContain('Deactivate: No pack is selected.')
    for (const id of ['A-1', 'A-2', 'A-3']) await tick(`Select pack ${id}`)
    expect(pressed('Deactivate')).toContain('Deactivate: Not possible. Selected packs include 1 Inactive, 1 Recalled.')
    expect(screen.queryByRole('dialog')).toBeNull()
    await tick('Select pack A-2')
    await tick('Select pack A-3')
    pressed('Deactivate')
    expect(await screen.findByRole('dialog', { name: 'Deactivate: pack A-1' })).toBeDefined()
  })
})

type Bulk = {
  packs: StudyPack[]
  /** Its statement about the consequences, besides the words of the action. */
  says?: string
  fill?: () => Promise<unknown>
  does: Reply
  /** The parts of the request besides packs and reason. */
  sends?: object
}

const PLAIN = [packOf(1), packOf(2)]
const inStatus = (study_pack_status_id: typeof INACTIVE | typeof DISPENSED) =>
  PLAIN.map((pack) => ({ ...pack, study_pack_status_id }))
const DONE = { data: PLAIN }
/** What the two packs were seen as: another person may have changed them since. */
const seenAs = (study_pack_status_id: number) =>
  [1, 2].map((study_pack_id) => ({ study_pack_id, study_pack_status_id }))

const BULK: Record<DirectAction, Bulk> = {
  activate: { packs: inStatus(INACTIVE), does: answers(api.activateStudyPacks, DONE) },
  deactivate: { packs: PLAIN, does: answers(api.deactivateStudyPacks, DONE) },
  remove: {
    packs: [allocatedTo(1, 14), allocatedTo(2, 12)],
    says: 'Participants 12, 14 will lose their packs. No replacement is allocated automatically.',
    does: answers(api.removeStudyPacks, DONE),
    sends: { seen: seenAs(ALLOCATED) },
  },
  expire: { packs: PLAIN, does: answers(api.expireStudyPacks, DONE), sends: { seen: seenAs(ACTIVE) } },
  transfer: {
    packs: PLAIN,
    says: 'From Queens',
    fill: () => write(/To site/, '12'),
    does: answers(api.transferStudyPacks, DONE),
    sends: { from_site_id: 11, to_site_id: 12 },
  },
  update: {
    packs: [packOf(1), packOf(2, { duration: 7 })],
    says: 'The selected packs differ now. What you enter here will apply to all of them.',
    fill: () => write(/Duration/, '14'),
    does: answers(api.updateStudyPacks, DONE),
    sends: {
      expire_on: '2027-03-31',
      duration: 14,
      seen: [
        { study_pack_id: 1, study_pack_status_id: ACTIVE, expire_on: '2027-03-31', duration: 28 },
        { study_pack_id: 2, study_pack_status_id: ACTIVE, expire_on: '2027-03-31', duration: 7 },
      ],
    },
  },
  recall: { packs: inStatus(DISPENSED), does: answers(api.recallStudyPacks, DONE) },
}

/** The server's details on packs that prevent an action. */
const A_CONFLICT = {
  packs: [
    {
      id: 2,
      pack_id: 'A-2',
      study_pack_status_id: RECALLED,
      last_log: {
        created_at: '2026-11-20T09:00:00.000Z',
        actioned_by_user: { id: 9, name: 'Keel' },
        action: 'recall',
        comment: 'Broken seal',
      },
    },
  ],
}

const failuresIn = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('alert')
    .map(wordsOf)
    .filter((words) => /^(Nothing was changed|We do not know)/.test(words))

test.each(Object.entries(BULK))(
  '%s names the consequence, is sent once for all, and shows a message',
  async (name, act) => {
    const { packs, says = '', fill, does, sends } = act
    const action = v.parse(actionName, name)
    const { means } = PACK_ACTION_PRESENTATION[action]
    const { participle } = STUDY_PACK_ACTIONS[action]
    const reply = delayed(does)
    const { sent, dialog, confirm, isGone } = await prompted(v.parse(actionName, name), packs, reply)
    expect(wordsOf(dialog)).toContain('2 packs A-1, A-2')
    expect(wordsOf(dialog)).toContain(means)
    expect(wordsOf(dialog)).toContain(says)
    await fill?.()
    await write(/Reason/, WHY)
    const button = await confirm('2 packs')
    fireEvent.click(button)
    await waitFor(() => expect(button.disabled).toBe(true))
    fireEvent.click(button)
    reply.letGo()
    await isGone()
    const body = { study_pack_ids: [1, 2], comment: WHY, ...sends }
    expect(sent).toEqual([{ call: `POST trials/1/study-packs/${name}`, body, key: expect.any(String) }])
    expect(screen.getAllByText(`2 packs were ${participle}.`)).toHaveLength(1)
  },
)

test('a field in which the packs differ is not cleared for all because it was left alone', async () => {
  const packs = [packOf(1), packOf(2, { duration: 7, expire_on: '2027-05-31' })]
  const { sent, dialog, confirm, isGone } = await prompted('update', packs, BULK.update.does)
  await write(/Expiry date/, '31 Mar 2028')
  await write(/Reason/, WHY)
  fireEvent.click(await confirm('2 packs'))
  await within(dialog).findByText(
    'These packs differ. Enter one value for all, clear it for all, or change packs of one value at a time',
  )
  expect(sent).toEqual([])
  await tick('Clear the duration of all these packs')
  fireEvent.click(await confirm('2 packs'))
  await isGone()
  expect(sent[0]?.body).toMatchObject({ expire_on: '2028-03-31', duration: null })
})

test('a refusal names its packs, and the action continues without them', async () => {
  const { packs, fill, does } = BULK.update
  const refused = refuses(does.endpoint, refusal('pack_status_conflict', A_CONFLICT))
  const { sent, bar, dialog, confirm, isGone } = await prompted('update', packs, inTurn(refused, does))
  await fill?.()
  await write(/Reason/, WHY)
  fireEvent.click(await confirm('2 packs'))
  const leaveOut = await within(dialog).findByRole('button', { name: 'Leave this pack out and continue with 1 pack' })
  expect(failuresIn(dialog)).toEqual([
    `Nothing was changed ${ERRORS.pack_status_conflict.message}. A-2 Recalled ` +
      'Recalled by Keel, 20 Nov 2026, 09:00: Broken seal Leave this pack out and continue with 1 pack',
  ])
  fireEvent.click(leaveOut)
  expect(failuresIn(dialog)).toEqual([])
  expect(wordsOf(bar)).toContain('1 pack selected')
  fireEvent.click(await confirm('pack A-1'))
  await isGone()
  const seen = [{ study_pack_id: 1, study_pack_status_id: ACTIVE, expire_on: '2027-03-31', duration: 28 }]
  expect(sent[1]?.body).toEqual({ study_pack_id: 1, comment: WHY, expire_on: '2027-03-31', duration: 14, seen })
})

test('one pack that is left is not said to differ, and what was typed for all stays', async () => {
  const packs = [packOf(1), packOf(2, { duration: 7, expire_on: '2027-05-31' })]
  const { does } = BULK.update
  const refused = refuses(does.endpoint, refusal('pack_status_conflict', A_CONFLICT))
  const { sent, dialog, confirm, isGone } = await prompted('update', packs, inTurn(refused, does))
  const live = dialog.querySelector('[aria-live="polite"]')
  expect(live?.textContent).toBe('')
  await write(/Expiry date/, '31 Mar 2028')
  await write(/Duration/, '14')
  expect(dialog.querySelector('[aria-live="polite"]')).toBe(live)
  expect(wordsOf(dialog)).toContain('Last possible allocation date: 17 Mar 2028')
  await write(/Reason/, WHY)
  fireEvent.click(await confirm('2 packs'))
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Leave this pack out/ }))
  expect(wordsOf(dialog)).not.toContain('differ')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
  fireEvent.click(await confirm('pack A-1'))
  await isGone()
  expect(sent[1]?.body).toMatchObject({ study_pack_id: 1, expire_on: '2028-03-31', duration: 14 })
})

test('a lost connection is reported once, and the same is sent again under the same key', async () => {
  const { packs, does } = BULK.deactivate
  const { sent, dialog, confirm, isGone } = await prompted('deactivate', packs, inTurn(loses(does.endpoint), does))
  await write(/Reason/, WHY)
  fireEvent.click(await confirm('2 packs'))
  await waitFor(() => expect(failuresIn(dialog)).toEqual([expect.stringMatching(/Network error/)]))
  expect(wordsOf(document.body).match(/Network error/g)).toHaveLength(1)
  fireEvent.click(await confirm('2 packs'))
  await isGone()
  expect(sent).toEqual([sent[0], sent[0]])
})

/* Packs are dispensed through the device's outbox, which automatically sends unanswered actions again. */
describe('dispense', () => {
  const packs = [allocatedTo(1, 12), allocatedTo(2, 12)]
  const dispensed = (pair: StudyPack[]) =>
    answers(api.dispenseStudyPacks, { data: pair.map((pack) => ({ ...pack, study_pack_status_id: DISPENSED })) })

  test('names the packs for which it was refused, and continues without them', async () => {
    const refused = refuses(api.dispenseStudyPacks, refusal('pack_status_conflict', A_CONFLICT))
    const { sent, dialog, confirm, isGone } = await prompted('dispense', packs, inTurn(refused, dispensed(packs)))
    expect(wordsOf(dialog)).toContain(PACK_ACTION_PRESENTATION.dispense.means)
    await write(/Reason/, WHY)
    fireEvent.click(await confirm('2 packs'))
    const leaveOut = await within(dialog).findByRole('button', { name: /^Leave this pack out/ })
    // A device stores no reason of another person.
    expect(failuresIn(dialog)).toEqual([
      `Nothing was changed ${ERRORS.pack_status_conflict.message}. A-2 Recalled ` +
        'Recalled by Keel, 20 Nov 2026, 09:00 Leave this pack out and continue with 1 pack',
    ])
    fireEvent.click(leaveOut)
    fireEvent.click(await confirm('pack A-1'))
    await isGone()
    const performed_at = '2026-11-21T10:00:00.000Z'
    const besides = { comment: WHY, confirmation_code: null, performed_at }
    expect(sent.map(({ body }) => body)).toEqual([
      { study_pack_id: null, study_pack_ids: [1, 2], ...besides },
      expect.objectContaining(besides),
    ])
    expect(screen.getAllByText('Pack A-1 was dispensed.')).toHaveLength(1)
  })

  test('says that it is saved where the connection is lost, and sends it again under the same key', async () => {
    const others = [allocatedTo(3, 12), allocatedTo(4, 12)]
    const replies = inTurn(loses(api.dispenseStudyPacks), dispensed(others))
    const { sent, confirm, isGone } = await prompted('dispense', others, replies)
    await write(/Reason/, WHY)
    fireEvent.click(await confirm('2 packs'))
    await isGone()
    expect(screen.getAllByText(`Dispense 2 packs: ${SAVED_HERE}`)).toHaveLength(1)
    deviceOutbox.sendNow()
    await waitFor(() => expect(sent).toEqual([sent[0], sent[0]]))
  })
})
