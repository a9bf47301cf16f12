// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, invalidFields, refusal } from '#contract/errors'
import type { StoredAction } from '#contract/stored-action'
import { createHash } from 'node:crypto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { connection } from '../../../../../src/client/device/offline/connection'
import { aShownPack } from '../../../a-shown-pack'
import { aShownParticipant } from '../../../a-shown-participant'
import { press, write } from '../../../by-hand'
import { NOW } from '../../../fixed-clock'
import { answers, holds, keeps, loses, ME, refuses, type Reply } from '../../../open-app'
import { aNewDispense, aNewFlag, stored } from '../../../device/outbox/some-actions'
import { CODE_NOT_CHECKABLE } from '../../../../../src/client/safety-words'
import { PART } from '../../../../../src/client/subjects/this-device/outbox/first-actions'
import { wordsOf } from '../../../shown-table'
import { EVERYONE_READS } from '../../shown-dialog'
import { addsToOutbox, openOutbox, sealedBy } from './open-outbox'

/* The outbox of a device: the state of each action in it, and what can be done about it. */

const AUTHOR = { sub: String(ME.id), name: ME.name }
const AT = NOW - 60_000

type Note = StoredAction['notes'][number]
const note = (event: Note['event'], words: string | null = null, more: Partial<Note> = {}): Note => ({
  at: AT,
  event,
  words,
  ...more,
})
const flag = (id: string, changes: Partial<StoredAction> = {}): StoredAction =>
  stored(aNewFlag(id, { author: AUTHOR, participant: Number(id) }), {
    notes: [note('stored')],
    due_at: AT,
    ...changes,
  })
const refusedFlag = (id: string) =>
  flag(id, {
    state: 'attention',
    attempts: 1,
    notes: [
      note('stored'),
      note('sent'),
      note('refused', ERRORS.validation_failed.message, { refusal: { code: 'validation_failed' } }),
    ],
  })

/** Opens the screen over these actions. Either this page sends them, or another page that has not begun. */
const opened = async (sender: 'sent here' | 'sent elsewhere', actions: StoredAction[], ...replies: Reply[]) => {
  const sent = await openOutbox(await sealedBy(actions), replies, () => {
    if (sender === 'sent elsewhere')
      Object.defineProperty(navigator, 'locks', { value: { request: async () => {} }, configurable: true })
  })
  const own = actions.filter(({ author }) => author.sub === AUTHOR.sub)
  await waitFor(() => expect(items()).toHaveLength(Math.min(own.length, PART)))
  return sent
}

const items = () => [...document.querySelectorAll<HTMLElement>('#main section > ul > li')]
const itemOf = (id: string) => items().find((item) => wordsOf(item).startsWith(`Flag participant ${id} `))

type Shown = { action: StoredAction; badge: string; says: string[]; offers: string[] }

const DISCARD = 'Discard…'
const CORRECT = 'Edit and send again'

const STATES: Record<string, Shown> = {
  'that was never sent': {
    action: flag('1'),
    badge: 'Waiting to send',
    says: ['saved on this tablet'],
    offers: [DISCARD],
  },
  // The server may have recorded it.
  'whose answer was lost': {
    action: flag('1', {
      attempts: 1,
      notes: [note('stored'), note('sent'), note('unanswered', 'Network error (ERR_NETWORK)')],
    }),
    badge: 'Waiting to send',
    says: ['tried to send', 'not confirmed: Network error (ERR_NETWORK)'],
    offers: [],
  },
  'that is being sent': {
    action: flag('1', { state: 'sending', attempts: 1, notes: [note('stored'), note('sent')] }),
    badge: 'Sending',
    says: ['tried to send'],
    offers: [],
  },
  'whose author has to sign in': {
    action: flag('1', { state: 'held', notes: [note('stored'), note('sent'), note('signed_out')] }),
    badge: 'Waiting for you to sign in',
    says: ['signed out'],
    offers: [],
  },
  'that was refused': {
    action: refusedFlag('1'),
    badge: 'Refused',
    says: [`refused: ${ERRORS.validation_failed.message}`],
    offers: [CORRECT, DISCARD],
  },
  'that is done': {
    action: flag('1', { state: 'done', call: null, notes: [note('stored'), note('sent'), note('accepted')] }),
    badge: 'Done',
    says: ['confirmed by the server'],
    offers: [],
  },
  'that was given up': {
    action: flag('1', { state: 'discarded', notes: [note('stored'), note('discarded', 'Somebody else did it')] }),
    badge: 'Discarded',
    says: ['discarded: Somebody else did it'],
    offers: [],
  },
  'that was put right': {
    action: flag('1', { state: 'discarded', notes: [note('stored'), note('refused', 'No'), note('corrected')] }),
    badge: 'Corrected',
    says: ['replaced by a corrected action'],
    offers: [],
  },
}

test.each(Object.entries(STATES))('an action %s: its state, and the possible next steps', async (_, shown) => {
  await opened('sent elsewhere', [shown.action])
  const [item] = items()
  const words = wordsOf(item ?? document.body)
  expect(words.startsWith(`Flag participant 1 ${shown.badge} Cedar · done 21 Nov 2026, 11:59`)).toBe(true)
  for (const said of shown.says) expect(words).toContain(`21 Nov 2026, 09:59 ${said}`)
  expect([...(item?.querySelectorAll('button') ?? [])].map(wordsOf)).toEqual(shown.offers)
})

test('a refused dispense names each pack with its present state', async () => {
  const last_log = {
    created_at: '2026-11-21T09:00:00.000Z',
    actioned_by_user: { id: 9, name: 'Keel' },
    action: 'recall',
  }
  const packs = [{ id: 21, pack_id: 'A-21', study_pack_status_id: 7, last_log }]
  const refused = note('refused', 'No', { refusal: { code: 'pack_status_conflict', packs } })
  const action = { ...aNewDispense('d', [21]), author: AUTHOR }
  await opened('sent elsewhere', [
    stored(action, { state: 'attention', attempts: 1, notes: [note('stored'), refused] }),
  ])
  expect(wordsOf(items()[0] ?? document.body)).toContain('Pack A-21 is now Recalled by Keel, 21 Nov 2026, 09:00')
})

test('of very many actions the first are shown, refused ones before others, until more are asked for', async () => {
  const waiting = Array.from({ length: 119 }, (_, place) => flag(`${place + 1}`))
  await opened('sent elsewhere', [...waiting, refusedFlag('120')])
  screen.getByRole('heading', { name: '120 unsent actions' })
  expect(items()[0]).toBe(itemOf('120'))
  expect(items().at(-1)).toBe(itemOf('49'))
  screen.getByText('Showing 50 of 120, refused ones first.')

  await press('Show 50 more')
  await waitFor(() => expect(items()).toHaveLength(100))
  expect(document.activeElement).toBe(items()[50])
  await press('Show 20 more')
  await waitFor(() => expect(items()).toHaveLength(120))
  expect(document.activeElement).toBe(items()[100])
  expect(screen.queryByText(/^Showing/)).toBeNull()
})

test('a reason that is being typed stays, though its action is no longer among the first', async () => {
  await opened(
    'sent elsewhere',
    Array.from({ length: 60 }, (_, place) => flag(`${place + 1}`)),
  )
  fireEvent.click(within(itemOf('50') ?? document.body).getByRole('button', { name: 'Discard: Flag participant 50' }))
  await screen.findByRole('dialog', { name: 'Discard: Flag participant 50' })
  await write(/Reason/, 'Withdrew')
  await addsToOutbox(await sealedBy([refusedFlag('61')]))
  await waitFor(() => expect(itemOf('61')).toBeDefined())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Reason/, hidden: true }).value).toBe('Withdrew')
})

test('where nothing is left to send, it says so', async () => {
  await opened('sent here', [])
  expect(await screen.findByRole('heading', { name: 'Nothing is waiting' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
})

describe('a waiting action', () => {
  const DONE = answers(api.flagParticipant, aShownParticipant({ flag_status: { name: 'Flagged' } }))

  test('of another person is only counted', async () => {
    const other = flag('1', { author: { sub: '9', name: 'Keel' } })
    await opened('sent elsewhere', [other, flag('2')])
    await screen.findByText(/1 unsent action by Keel waits on this tablet/)
    expect(items().map((item) => wordsOf(item).slice(0, 18))).toEqual(['Flag participant 2'])
  })

  test('cannot be sent now without the server', async () => {
    await opened('sent elsewhere', [flag('1')])
    const now = screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' })
    expect(now.disabled).toBe(false)
    act(() => connection.set({ state: 'offline', since: NOW, doubts: 0 }))
    expect(now.disabled).toBe(true)
    expect(screen.getByRole('heading', { name: '1 unsent action' })).toBeDefined()
  })

  test('for its next attempt is sent now after a press, under its own key', async () => {
    const waits = flag('1', { attempts: 1, due_at: NOW + 300_000, notes: [note('stored'), note('unanswered', 'No')] })
    const sent = await opened('sent here', [waits], DONE)
    expect(sent).toEqual([])
    await press('Send now')
    await waitFor(() => expect(wordsOf(itemOf('1') ?? document.body)).toContain('Flag participant 1 Done'))
    const body = { comment: 'Withdrew', flag_status: 'Flagged', performed_at: '2026-11-21T11:59:00.000Z' }
    expect(sent).toEqual([{ call: 'POST trials/3/participants/1/flag', body, key: '1' }])
  })
})

describe('a refused action', () => {
  test('is corrected and sent again as a new one, and refused again with the words of the server', async () => {
    const sent = await opened(
      'sent here',
      [refusedFlag('1')],
      refuses(api.flagParticipant, refusal('validation_failed')),
    )
    await press('Edit and send again: Flag participant 1')
    const dialog = await screen.findByRole('dialog', { name: 'Flag participant 1' })
    expect(wordsOf(dialog)).toContain(ERRORS.validation_failed.message)
    await write(/Comment/, 'Withdrew on Monday')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
    await waitFor(() =>
      expect(items().map((item) => /Corrected|Refused/.exec(wordsOf(item))?.[0])).toEqual(['Refused', 'Corrected']),
    )
    expect(wordsOf(items()[0] ?? document.body)).toContain(`refused: ${ERRORS.validation_failed.message}`)
    expect(sent).toEqual([
      expect.objectContaining({ body: expect.objectContaining({ comment: 'Withdrew on Monday' }) }),
    ])
    expect(sent[0]?.key).not.toBe('1')
  })

  test('that names a study group says so, and who would read the text', async () => {
    const names = 'This comment names a study group'
    await opened('sent here', [flag('1')], refuses(api.flagParticipant, invalidFields({ comment: names })))
    await waitFor(() => expect(wordsOf(items()[0] ?? document.body)).toContain(`refused: ${names}`))
    await press('Edit and send again: Flag participant 1')
    const dialog = await screen.findByRole('dialog', { name: 'Flag participant 1' })
    expect(wordsOf(dialog)).toContain(names)
    expect(wordsOf(dialog)).toContain(EVERYONE_READS)
  })

  test('is discarded with a reason, which stays readable, and nothing is sent', async () => {
    const sent = await opened('sent here', [refusedFlag('1')])
    await press('Discard: Flag participant 1')
    const dialog = await screen.findByRole('dialog', { name: 'Discard: Flag participant 1' })
    expect(wordsOf(dialog)).toContain('The server will never record this action.')
    const discard = within(dialog).getByRole('button', { name: 'Discard this action' })
    await write(/Reason/, 'Somebody else did it')
    fireEvent.click(discard)
    await waitFor(() => expect(wordsOf(itemOf('1') ?? document.body)).toContain('discarded: Somebody else did it'))
    expect(sent).toEqual([])
  })
})

describe('a dispense refused for its three digits', () => {
  const DIGITS = '407'
  const code_check = { salt: 'salt', hash: createHash('sha256').update(`salt${DIGITS}`).digest('hex') }
  const pack = aShownPack({ id: 21, pack_id: 'A-21', study_pack_status_id: 5, is_confirmable: true, code_check })
  const PACKS = answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [pack] }] })
  const STORED_PACKS = keeps(
    api.listStudyPacks,
    { data: [{ batch_id: 'B1', study_packs: [pack] }] },
    new Date(AT).toISOString(),
  )
  const WRONG = ERRORS.wrong_confirmation_code.message
  const REFUSED = refuses(api.dispenseStudyPacks, refusal('too_many_codes'))
  const { call, ...action } = aNewDispense('d', [])
  const refusedDigits = stored(
    {
      ...action,
      author: AUTHOR,
      label: 'Dispense pack A-21',
      call: {
        kind: 'dispense',
        parameters: { trial_id: '3' },
        body: {
          study_pack_id: 21,
          study_pack_ids: null,
          comment: 'Handed out',
          confirmation_code: '111',
          performed_at: call.body.performed_at,
        },
      },
    },
    { state: 'attention', attempts: 1, notes: [note('stored'), note('refused', 'No')] },
  )
  const corrects = async (digits: string) => {
    await press('Edit and send again: Dispense pack A-21')
    const dialog = await screen.findByRole('dialog', { name: 'Dispense pack A-21' })
    await write(/Three digits/, digits)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
    return dialog
  }
  /** The digits of each dispense that was sent, beside the reports of this device. */
  const digitsOf = (sent: Awaited<ReturnType<typeof opened>>) =>
    sent
      .flatMap(({ body }) => Object.entries(body ?? {}))
      .flatMap(([field, value]) => (field === 'confirmation_code' ? [value] : []))
  const states = () => items().map((item) => /Corrected|Refused|Waiting to send|Done/.exec(wordsOf(item))?.[0])

  test('stores no others that this device knows to be wrong, though the server cannot be asked', async () => {
    const sent = await opened('sent elsewhere', [refusedDigits], STORED_PACKS)
    act(() => connection.set({ state: 'offline', since: NOW, doubts: 0 }))
    expect(await within(await corrects('408')).findByText(WRONG)).toBeDefined()
    expect(states()).toEqual(['Refused'])
    expect(digitsOf(sent)).toEqual([])
  })

  test('stores none that neither this device nor the server can check', async () => {
    const sent = await opened('sent elsewhere', [refusedDigits], loses(api.listStudyPacks))
    act(() => connection.set({ state: 'offline', since: NOW, doubts: 0 }))
    expect(await within(await corrects(DIGITS)).findByText(CODE_NOT_CHECKABLE)).toBeDefined()
    expect(states()).toEqual(['Refused'])
    expect(digitsOf(sent)).toEqual([])
  })

  test('are stored and sent although the list of packs does not come', async () => {
    const sent = await opened('sent here', [refusedDigits], holds(api.listStudyPacks), REFUSED)
    await corrects(DIGITS)
    await waitFor(() => expect(states()).toEqual(['Refused', 'Corrected']))
    expect(digitsOf(sent)).toEqual([DIGITS])
  })

  test('reports others that are wrong to the server, which counts them, and stores none', async () => {
    const { message } = ERRORS.too_many_codes
    const sent = await opened('sent here', [refusedDigits], PACKS, REFUSED)
    expect(await within(await corrects('408')).findByText(new RegExp(message))).toBeDefined()
    expect(states()).toEqual(['Refused'])
    expect(digitsOf(sent)).toEqual(['408'])
  })

  test.each([
    ['the right ones are sent', PACKS],
    ['ones that this device cannot check are sent', refuses(api.listStudyPacks, refusal('internal_error'))],
  ])('%s', async (_, packs) => {
    const sent = await opened('sent here', [refusedDigits], packs, REFUSED)
    await corrects(DIGITS)
    await waitFor(() => expect(states()).toEqual(['Refused', 'Corrected']))
    expect(digitsOf(sent)).toEqual([DIGITS])
  })
})

describe('a flag that another person has set meanwhile', () => {
  const alreadySo = flag('1', {
    state: 'attention',
    attempts: 1,
    notes: [note('stored'), note('refused', 'No', { refusal: { code: 'flag_state_unchanged' } })],
  })

  test('is not offered to be sent again, which would only be refused, and shows its comment to be copied', async () => {
    await opened('sent elsewhere', [alreadySo])
    const [item] = items()
    expect([...(item?.querySelectorAll('button') ?? [])].map(wordsOf)).toEqual([
      'Close this action',
      'Copy the comment',
    ])
    expect(wordsOf(item ?? document.body)).toContain(
      'Your comment was not recorded. Copy it if others need it. Withdrew',
    )
  })

  test('is closed by one press, sends nothing, and its comment stays readable', async () => {
    const sent = await opened('sent here', [alreadySo])
    await press('Close this action')
    await waitFor(() => expect(wordsOf(itemOf('1') ?? document.body)).toContain('Your comment: Withdrew'))
    expect(wordsOf(itemOf('1') ?? document.body)).toContain('Discarded')
    expect(sent).toEqual([])
  })
})
