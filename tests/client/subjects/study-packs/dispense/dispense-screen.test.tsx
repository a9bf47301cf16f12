// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, invalidFields, refusal, type ErrorCode } from '#contract/errors'
import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deviceOutbox } from '../../../../../src/client/device/outbox/device-outbox'
import {
  DISPENSE_RECORDED,
  dispenseTitle,
  NOT_DISPENSED,
  NOT_KNOWN_WHETHER_SAVED,
  SAVED_HERE,
} from '../../../../../src/client/safety-words'
import { deviceLock } from '../../../../../src/client/session/lock/device-lock'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'
import { press, write } from '../../../by-hand'
import { answers, delayed, inTurn, loses, ME, openApp, pagesOf, refuses, type Reply } from '../../../open-app'
import { wordsOf } from '../../../shown-table'
import { EVERYONE_READS } from '../../shown-dialog'

/* The last step before a pack is dispensed: its text, its request, and its refusals. */

// Only the build packs the barcode reader, which no test here starts.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?packed', () => ({ default: '/zxing_reader.gz' }))

const SITE_USER = 5
const DISPENSED = 6
const NOBODY = null
/** A person who sees more of the groups than the reader, so the name is not shown. */
const UNNAMED = { id: null, name: 'Another person' }
const COLLEAGUE = { id: 9, name: 'Keel' }

const allocated = (id: number, changes: Partial<StudyPack> = {}) =>
  aShownPack({
    id,
    pack_id: `A-${id}`,
    study_pack_status_id: 5,
    participant: { id: 71, trial_sequence_no: 12 },
    ...changes,
  })

type Situation = { pack: StudyPack; trial?: Partial<Trial>; replies?: Reply[]; scanned?: string; others?: StudyPack[] }

/** Scans a pack, which opens its step. */
const scanned = async ({
  pack,
  trial: changes,
  replies = [],
  scanned: text = pack.pack_id,
  others = [],
}: Situation) => {
  const trial = aShownTrial({ is_managing_packs: true, ...changes })
  const { sent } = openApp(`/trials/1/study-packs/dispense?pack=${text}`, [
    ...replies,
    answers(api.getParticipantsSnapshot, {
      data: [{ id: 71, trial_sequence_no: 12, participant_id: 'P-9', site_id: 11, flag_status: { name: 'Unflagged' } }],
    }),
    ...pagesOf(trial, SITE_USER, { site_id: 11, has_study_packs_access: true }),
    answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
    answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [pack, ...others] }] }),
    answers(api.getStudyPack, pack),
  ])
  return sent
}

const buttonOf = (pack: StudyPack) =>
  screen.findByRole<HTMLButtonElement>('button', { name: `Dispense pack ${pack.pack_id}` })

/** Every alert and every fault at a field. An alert that has another one inside is not counted. */
const faults = () =>
  [...document.querySelectorAll('[role="alert"]:not(:has([role="alert"])), .mantine-InputWrapper-error')].map(wordsOf)

/** The number of times that these words are on the page. */
const timesSaid = (words: string) => wordsOf(document.body).split(words).length - 1

/** The request body for a pack. */
const bodyFor = ({ id }: StudyPack, comment: string, code: string | null) => ({
  study_pack_id: id,
  study_pack_ids: null,
  comment,
  confirmation_code: code,
  performed_at: '2026-11-21T10:00:00.000Z',
})

describe('the step before a dispense', () => {
  test('shows the pack, the participant, its expiry, site and batch, and what will be recorded', async () => {
    const pack = allocated(1)
    await scanned({ pack })
    await buttonOf(pack)
    const step = screen.getByRole('region', { name: 'Pack A-1' })
    await waitFor(() => expect(wordsOf(step)).toContain('Pack A-1 for participant 12 · ID P-9'))
    expect([...step.querySelectorAll('dl')].map(wordsOf)).toEqual([
      'Status Allocated (not dispensed) Expires 31 Mar 2027 Batch B1 Site Queens',
    ])
    expect(within(step).getByLabelText<HTMLTextAreaElement>(/Reason/).value).toBe('Dispensed to participant 12')
    expect(wordsOf(step)).toContain(EVERYONE_READS)
    expect(within(step).queryByLabelText(/Three digits/)).toBeNull()
  })

  test('sends the pack, the comment, the three digits and the time, once, and says that it is recorded', async () => {
    const pack = allocated(2, { is_confirmable: true })
    const reply = delayed(answers(api.dispenseStudyPacks, { data: [{ ...pack, study_pack_status_id: DISPENSED }] }))
    const sent = await scanned({ pack, replies: [reply] })
    await write(/Three digits on the label/, '407')
    await write(/Reason/, 'At the bedside')
    const button = await buttonOf(pack)
    fireEvent.click(button)
    await waitFor(() => expect(button.disabled).toBe(true))
    fireEvent.click(button)
    reply.letGo()
    await screen.findByRole('heading', { name: dispenseTitle('recorded', 'A-2') })
    await screen.findByText(DISPENSE_RECORDED)
    expect(sent).toEqual([
      {
        call: 'POST trials/1/study-packs/dispense',
        body: bodyFor(pack, 'At the bedside', '407'),
        key: expect.any(String),
      },
    ])
  })

  test.each([
    ['without the three digits', /Three digits/, '40', 'Type the three digits from the label'],
    ['without a reason', /Reason/, ' ', 'Please enter a reason'],
  ])('sends nothing %s, and says so', async (_, label, value, words) => {
    const pack = allocated(3, { is_confirmable: true })
    const sent = await scanned({ pack })
    await write(/Three digits/, '407')
    await write(label, value)
    await press('Dispense pack A-3')
    await waitFor(() => expect(faults()).toEqual([words]))
    expect(sent).toEqual([])
  })

  test('reports a lost connection once, stores the dispense, and sends it again under the same key', async () => {
    const pack = allocated(4)
    const done = answers(api.dispenseStudyPacks, { data: [{ ...pack, study_pack_status_id: DISPENSED }] })
    const sent = await scanned({ pack, replies: [inTurn(loses(api.dispenseStudyPacks), done)] })
    fireEvent.click(await buttonOf(pack))
    await screen.findByRole('heading', { name: dispenseTitle('waiting', 'A-4') })
    expect(timesSaid(SAVED_HERE)).toBe(1)
    expect(faults()).toEqual([])
    deviceOutbox.sendNow()
    await screen.findByText(DISPENSE_RECORDED)
    expect(timesSaid(SAVED_HERE)).toBe(0)
    expect(sent.map(({ body }) => body)).toEqual([bodyFor(pack, 'Dispensed to participant 12', null), sent[0]?.body])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })
})

/** Types as a scanner does: ten milliseconds from key to key, however slow this machine is. */
const scans = (text: string) => {
  const begun = performance.now()
  for (const [index, key] of [...text.split(''), 'Enter'].entries()) {
    const stroke = createEvent.keyDown(document.body, { key })
    Object.defineProperty(stroke, 'timeStamp', { value: begun + 10 * index })
    fireEvent(document.body, stroke)
  }
}

describe('after a dispense', () => {
  const recorded = (pack: StudyPack) =>
    answers(api.dispenseStudyPacks, { data: [{ ...pack, study_pack_status_id: DISPENSED }] })
  const OTHER = allocated(91, { participant: { id: 72, trial_sequence_no: 14 } })

  test('the time of saving is shown, and the next pack of the queue is offered', async () => {
    const pack = allocated(90)
    await scanned({ pack, others: [OTHER], replies: [recorded(pack)] })
    fireEvent.click(await buttonOf(pack))
    await screen.findByText('Dispensed · saved 10:00')
    await press('Next pack A-91')
    await screen.findByRole('heading', { name: /^Pack A-/ })
    expect(screen.queryByText('Dispensed · saved 10:00')).toBeNull()
  })

  test('the keys send it, and without another one the next is scanned', async () => {
    const pack = allocated(92)
    const sent = await scanned({ pack, replies: [recorded(pack)] })
    await buttonOf(pack)
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await screen.findByText('Dispensed · saved 10:00')
    expect(sent).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Next pack/ })).toBeNull()
    await press('Scan another pack')
    await screen.findByRole('heading', { name: 'Scan the pack' })
  })

  test('the keys send nothing while a dialog is open over the pack', async () => {
    const pack = allocated(194)
    const sent = await scanned({ pack, replies: [recorded(pack)] })
    await buttonOf(pack)
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    // The text could not be changed any more if a request were under way.
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason/).disabled).toBe(false)
    dialog.remove()
    expect(sent).toEqual([])
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await screen.findByText('Dispensed · saved 10:00')
    expect(sent).toHaveLength(1)
  })

  test('a scanner continues from there, and right and wrong are signalled', async () => {
    const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true)
    Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
    const pack = allocated(93)
    await scanned({ pack, replies: [recorded(pack)] })
    fireEvent.click(await buttonOf(pack))
    await screen.findByText('Dispensed · saved 10:00')
    expect(vibrate).not.toHaveBeenCalled()
    scans('Z-99')
    await screen.findByRole('heading', { name: 'Pack Z-99 not found' })
    await waitFor(() => expect(vibrate.mock.calls).toEqual([[[250, 100, 250]]]))
    fireEvent.click(screen.getByLabelText('Scan sound'))
    scans('Z-98')
    await screen.findByRole('heading', { name: 'Pack Z-98 not found' })
    expect(vibrate).toHaveBeenCalledOnce()
  })
})

test('a scan of a pack with a short ID opens it', async () => {
  const pack = allocated(95, { pack_id: '42' })
  await scanned({ pack, scanned: 'Z-9' })
  await screen.findByRole('heading', { name: 'Pack Z-9 not found' })
  scans('42')
  expect(await screen.findByRole('heading', { name: 'Pack 42' })).toBeDefined()
})

test('the camera is off while the device is locked, and starts again when it is unlocked', async () => {
  const getUserMedia = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  vi.stubGlobal('DecompressionStream', () => {})
  await scanned({ pack: allocated(97) })
  await press('Scan another pack')
  await press('Use the camera')
  await screen.findByRole('button', { name: 'Close the camera' })
  // After the button is drawn.
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledOnce())
  onTestFinished(deviceLock.open)
  act(() => deviceLock.isLocked.set(true))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close the camera' })).toBeNull())
  act(() => deviceLock.isLocked.set(false))
  await screen.findByRole('button', { name: 'Close the camera' })
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
})

test('the right pack is signalled once, not again where its digits are refused', async () => {
  const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true)
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  const pack = allocated(94, { is_confirmable: true })
  await scanned({ pack, replies: [refuses(api.dispenseStudyPacks, refusal('wrong_confirmation_code'))] })
  await buttonOf(pack)
  expect(vibrate).not.toHaveBeenCalled()
  scans('A-94')
  await waitFor(() => expect(vibrate.mock.calls).toEqual([[[80]]]))
  await write(/Three digits/, '407')
  fireEvent.click(await buttonOf(pack))
  await waitFor(() => expect(faults()).toEqual([ERRORS.wrong_confirmation_code.message]))
  expect(vibrate).toHaveBeenCalledOnce()
})

/** Refusals about the three digits are shown at their field. */
const AGAINST_THE_CODE: readonly ErrorCode[] = ['wrong_confirmation_code', 'too_many_codes']
let nextPack = 100

describe.each(api.dispenseStudyPacks.errors)('refused with %s', (code) => {
  test('shows it once in its place, retains the input, and records it once it is corrected', async () => {
    const pack = allocated(nextPack++, { is_confirmable: true })
    const done = answers(api.dispenseStudyPacks, { data: [{ ...pack, study_pack_status_id: DISPENSED }] })
    const replies = [inTurn(refuses(api.dispenseStudyPacks, refusal(code)), done)]
    const sent = await scanned({ pack, replies })
    await write(/Three digits/, '407')
    await write(/Reason/, 'At the bedside')
    const button = await buttonOf(pack)
    fireEvent.click(button)
    const { message } = ERRORS[code]
    const sentence = AGAINST_THE_CODE.includes(code) ? message : `${NOT_DISPENSED} ${message}`
    await waitFor(() => expect(faults()).toEqual([sentence]))
    expect(timesSaid(message)).toBe(1)
    expect(screen.getByLabelText<HTMLInputElement>(/Three digits/).value).toBe('407')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason/).value).toBe('At the bedside')
    await write(/Three digits/, '408')
    fireEvent.click(button)
    await screen.findByRole('heading', { name: dispenseTitle('recorded', pack.pack_id) })
    const [first, second] = sent
    expect(second?.body).toEqual(bodyFor(pack, 'At the bedside', '408'))
    // Another request under the first key would be refused for good.
    expect(second?.key).not.toBe(first?.key)
  })
})

test('a comment that names a study group is refused once, beside the comment', async () => {
  const pack = allocated(nextPack++)
  const names = 'This reason names a study group'
  await scanned({ pack, replies: [refuses(api.dispenseStudyPacks, invalidFields({ comment: names }))] })
  fireEvent.click(await buttonOf(pack))
  await waitFor(() => expect(faults()).toEqual([names]))
  expect(timesSaid(names)).toBe(1)
})

const STOPS: Record<string, { pack?: Partial<StudyPack>; scanned?: string; trial?: Partial<Trial>; title: string }> = {
  'not of this trial': { scanned: 'Z-9', title: 'Pack Z-9 not found' },
  recalled: { pack: { study_pack_status_id: 7 }, title: 'Pack A-1 has been recalled' },
  removed: { pack: { study_pack_status_id: 4 }, title: 'Pack A-1 has been removed from the trial' },
  expired: { pack: { study_pack_status_id: 3 }, title: 'Pack A-1 has expired' },
  'past its day': { pack: { expire_on: '2026-11-20' }, title: 'Pack A-1 has expired' },
  'dispensed already': { pack: { study_pack_status_id: 6 }, title: 'Pack A-1 has been dispensed already' },
  'of another site': {
    pack: { site_id: 12, study_pack_status_id: 2 },
    trial: { is_site_managing_packs: true },
    title: 'Pack A-1 belongs to another site',
  },
  'not allocated': { pack: { study_pack_status_id: 2 }, title: 'Pack A-1 is not allocated to anyone' },
}

test.each(Object.entries(STOPS))('a pack that is %s is stopped, with no way past', async (_, stop) => {
  const { pack: changes, title, ...situation } = stop
  await scanned({ pack: allocated(1, changes), ...situation })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading').textContent).toBe(title)
  expect(screen.queryByRole('button', { name: /^Dispense/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Scan another pack' })).toBeDefined()
})

describe('where a second person confirms', () => {
  const CHECKED = { is_dispense_checked: true }
  const CONFIRM = 'Confirm that pack A-5 is right for participant 12'

  test.each([
    ['nobody has', NOBODY, /A second person has not confirmed yet/],
    ['only the one who looks has', { id: ME.id, name: ME.name }, /You are the second person for this pack/],
  ])('nothing can be dispensed while %s', async (_, checked_by_user, words) => {
    const pack = allocated(5, { checked_by_user })
    const sent = await scanned({ pack, trial: CHECKED })
    const button = await buttonOf(pack)
    expect(button.disabled).toBe(true)
    expect(await screen.findByText(words)).toBeDefined()
    fireEvent.click(button)
    expect(sent).toEqual([])
  })

  test.each([
    ['who', COLLEAGUE, 'Keel has confirmed that it is the right pack.'],
    ['that somebody', UNNAMED, 'Another person has confirmed that it is the right pack.'],
  ])('it says %s has confirmed, and dispenses', async (_, checked_by_user, words) => {
    const pack = allocated(nextPack++, { checked_by_user })
    const done = answers(api.dispenseStudyPacks, { data: [{ ...pack, study_pack_status_id: DISPENSED }] })
    const sent = await scanned({ pack, trial: CHECKED, replies: [done] })
    expect(await screen.findByText(words)).toBeDefined()
    fireEvent.click(await buttonOf(pack))
    await screen.findByRole('heading', { name: dispenseTitle('recorded', pack.pack_id) })
    expect(sent).toHaveLength(1)
  })

  test('a pack that is allocated while it is stopped proposes its own participant as the reason', async () => {
    const pack = allocated(nextPack++, { checked_by_user: NOBODY })
    const unallocated: StudyPack = { ...pack, study_pack_status_id: 2, participant: undefined }
    const asked = inTurn(answers(api.getStudyPack, unallocated), answers(api.getStudyPack, pack))
    const listed = answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [unallocated] }] })
    await scanned({ pack, trial: CHECKED, replies: [asked, listed] })
    await screen.findByText(`Pack ${pack.pack_id} is not allocated to anyone`)
    const reason = await screen.findByLabelText<HTMLTextAreaElement>(/Reason/, {}, { timeout: 20_000 })
    expect(reason.value).toBe('Dispensed to participant 12')
  })

  test('what was typed stays while one answer is lost, which stops the dispense for a moment', async () => {
    const pack = allocated(nextPack++, { checked_by_user: NOBODY, is_confirmable: true })
    const asked = inTurn(answers(api.getStudyPack, pack), loses(api.getStudyPack), answers(api.getStudyPack, pack))
    await scanned({ pack, trial: CHECKED, replies: [asked] })
    await write(/Three digits/, '407')
    await write(/Reason/, 'At the bedside')
    await waitFor(() => expect(screen.queryByLabelText(/Three digits/)).toBeNull(), { timeout: 20_000 })
    const digits = await screen.findByLabelText<HTMLInputElement>(/Three digits/, {}, { timeout: 20_000 })
    expect(digits.value).toBe('407')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason/).value).toBe('At the bedside')
  })

  test.each(api.checkStudyPack.errors)('a confirmation refused with %s shows that once', async (code) => {
    const pack = allocated(5, { checked_by_user: NOBODY })
    await scanned({ pack, trial: CHECKED, replies: [refuses(api.checkStudyPack, refusal(code))] })
    await press(CONFIRM)
    await waitFor(() => expect(faults()).toEqual([ERRORS[code].message]))
    expect(timesSaid(ERRORS[code].message)).toBe(1)
  })

  test('a confirmation reports a lost connection once, and is sent again under the same key', async () => {
    const pack = allocated(5, { checked_by_user: NOBODY })
    const done = answers(api.checkStudyPack, { ...pack, checked_by_user: { id: ME.id, name: ME.name } })
    const sent = await scanned({ pack, trial: CHECKED, replies: [inTurn(loses(api.checkStudyPack), done)] })
    await press(CONFIRM)
    await waitFor(() => expect(faults()).toEqual([expect.stringContaining(NOT_KNOWN_WHETHER_SAVED)]))
    await press(CONFIRM)
    await screen.findByText(/You are the second person for this pack/)
    expect(faults()).not.toContainEqual(expect.stringMatching(/We do not know/))
    const key = sent[0]?.key
    expect(sent).toEqual([1, 2].map(() => ({ call: 'POST trials/1/study-packs/5/check', body: {}, key })))
    expect(key).not.toBeNull()
  })
})
