import { saveTrialNotification } from '#contract/trial-notifications'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, posted } from '../../support/ask'
import { chainFaults, readChain } from '../../support/audit-chain'
import { flag } from '../../support/flag'
import { drawnAt } from '../../support/participant-actions'
import { testPortal, type TestPortal } from '../../support/portal'
import { act, packShown, packTrial, type PackTrial } from '../../support/study-packs'

/*
 * An undo is the same audited act backwards. It is for one's own last action on the record, within a minute, and the
 * log says which action it undid.
 */

let world: TestPortal
let trial: PackTrial

beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await packTrial(world, { packs: 4 })
})

const lastEntries = async (count: number) =>
  (await readChain(world.database.queries, trial.trial_id)).entries.slice(-count)

/** Expects that the last entry undoes the one before it: in words, as data, and with a valid chain. */
const expectUndone = async (description: RegExp) => {
  const [done, undone] = await world.database.queries
    .selectFrom('audit_log')
    .select(['id', 'description', 'changes', 'user_id'])
    .where('trial_id', '=', trial.trial_id)
    .orderBy('position', 'desc')
    .limit(2)
    .execute()
    .then((rows) => rows.toReversed())
  expect(undone?.description).toMatch(description)
  expect(undone?.description).toMatch(new RegExp(` \\(undoes entry ${done?.id}\\)$`))
  expect(undone?.changes).toContainEqual({ field: 'undoes', old: null, new: done?.id })
  expect(undone?.user_id).toBe(done?.user_id)
  expect(chainFaults(await readChain(world.database.queries, trial.trial_id))).toEqual([])
}

const TOO_LATE = [409, 'not_undone', 'Nothing was undone: the action was more than a minute ago, or was not yours']
const CHANGED = [409, 'not_undone', 'Nothing was undone: it has been changed again since']
type Refused = { status: number; problem: { code: string; message: string } | null }
const saidBy = ({ status, problem }: Refused) => [status, problem?.code, problem?.message]

describe('a flag', () => {
  const drawn = () => drawnAt(trial.people.administrator, trial, 0)
  const undo = { flag_status: 'Unflagged', comment: 'By mistake', undo: true }

  test('is lifted again, and both are recorded', async () => {
    const one = await drawn()
    await flag(trial.people.nurse, trial, one, { flag_status: 'Flagged' })
    world.clock.step(9)
    const { status, value } = await flag(trial.people.nurse, trial, one, undo)
    expect([status, value?.flag_status.name]).toEqual([200, 'Unflagged'])
    await expectUndone(/^Participant \d+ unflagged in trial \d+ /)
  })

  test('stays after a minute', async () => {
    const one = await drawn()
    await flag(trial.people.nurse, trial, one, { flag_status: 'Flagged' })
    world.clock.step(61)
    expect(saidBy(await flag(trial.people.nurse, trial, one, undo))).toEqual(TOO_LATE)
    expect((await lastEntries(1))[0]?.description).toMatch(/ flagged in trial/)
  })

  test('stays where another person set it', async () => {
    const one = await drawn()
    await flag(trial.people.coordinator, trial, one, { flag_status: 'Flagged' })
    expect(saidBy(await flag(trial.people.nurse, trial, one, undo))).toEqual(CHANGED)
  })

  test('stays where another person has lifted and set it since', async () => {
    const one = await drawn()
    await flag(trial.people.nurse, trial, one, { flag_status: 'Flagged' })
    await flag(trial.people.coordinator, trial, one, { flag_status: 'Unflagged' })
    await flag(trial.people.coordinator, trial, one, { flag_status: 'Flagged' })
    expect(saidBy(await flag(trial.people.nurse, trial, one, undo))).toEqual(CHANGED)
  })

  test('is lifted once, however often the undo is sent', async () => {
    const one = await drawn()
    await flag(trial.people.nurse, trial, one, { flag_status: 'Flagged' })
    const headers = { 'Idempotency-Key': randomUUID() }
    const sent = await Promise.all([1, 2].map(() => flag(trial.people.nurse, trial, one, undo, headers)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    await expectUndone(/unflagged/)
    expect(saidBy(await flag(trial.people.nurse, trial, one, undo))[1]).toBe('flag_state_unchanged')
  })

  test.each([false, 'true', 1, null])('is not lifted by undo: %j', async (wrong) => {
    const one = await drawn()
    await flag(trial.people.nurse, trial, one, { flag_status: 'Flagged' })
    const { status, problem } = await flag(trial.people.nurse, trial, one, { ...undo, undo: wrong })
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, ['undo']])
  })
})

describe('packs', () => {
  test('that were activated are inactive again', async () => {
    const ids = [await trial.pack('inactive'), await trial.pack('inactive')]
    await act(trial, trial.people.pharmacist, 'activate', { study_pack_ids: ids })
    const undone = await act(trial, trial.people.pharmacist, 'deactivate', { study_pack_ids: ids, undo: true })
    expect(undone.status).toBe(200)
    const shown = await Promise.all(ids.map((id) => packShown(trial, trial.people.pharmacist, id)))
    expect(shown.map(({ study_pack_status_id }) => study_pack_status_id)).toEqual([1, 1])
    await expectUndone(/^2 study packs deactivated in trial \d+ /)
  })

  test('stay where the undo names others, or only some of them', async () => {
    const ids = [await trial.pack('inactive'), await trial.pack('inactive')]
    await act(trial, trial.people.pharmacist, 'activate', { study_pack_ids: ids })
    const some = await act(trial, trial.people.pharmacist, 'deactivate', { study_pack_id: ids[0], undo: true })
    expect(saidBy(some)).toEqual(CHANGED)
    const other = await trial.pack('active')
    const another = await act(trial, trial.people.pharmacist, 'deactivate', { study_pack_id: other, undo: true })
    expect(saidBy(another)).toEqual(TOO_LATE)
  })

  test('stay where another person has done something with them since', async () => {
    const id = await trial.pack('inactive')
    await act(trial, trial.people.pharmacist, 'activate', { study_pack_id: id })
    await act(trial, trial.people.coordinator, 'deactivate', { study_pack_id: id })
    await act(trial, trial.people.coordinator, 'activate', { study_pack_id: id })
    const undone = await act(trial, trial.people.pharmacist, 'deactivate', { study_pack_id: id, undo: true })
    expect(saidBy(undone)).toEqual(CHANGED)
  })

  test('stay where the action cannot be undone', async () => {
    const id = await trial.pack('active')
    const { status, problem } = await act(trial, trial.people.pharmacist, 'remove', { study_pack_id: id, undo: true })
    expect([status, problem?.fields]).toEqual([422, { undo: 'Unknown field' }])
  })
})

describe('notification settings', () => {
  const EVERY = { on_trial_status: true, on_trial_completion: true, on_randomisation: true, on_unblinding: true }
  const save = (by: 'nurse' | 'coordinator', body: object) => {
    const nurse = world.personId('nurse')
    const path = `trials/${trial.trial_id}/users/${nurse}/notifications/${nurse}`
    return ask(trial.people[by], saveTrialNotification.response, path, { ...posted(body), method: 'PUT' })
  }
  const NONE = {
    on_trial_status: false,
    on_trial_completion: false,
    on_randomisation: false,
    on_unblinding: false,
    on_study_packs: false,
  }

  test('are as before', async () => {
    await save('nurse', NONE)
    world.clock.step(61)
    await save('nurse', { ...EVERY, on_study_packs: false })
    const undone = await save('nurse', { ...NONE, undo: true })
    expect([undone.status, undone.value?.on_unblinding]).toEqual([200, false])
    await expectUndone(/^Notifications of user \d+ changed /)
  })

  test('stay where another person has changed them since', async () => {
    await save('nurse', NONE)
    world.clock.step(61)
    await save('nurse', { ...NONE, on_unblinding: true })
    await save('coordinator', { ...NONE, on_unblinding: true, on_trial_status: true })
    expect(saidBy(await save('nurse', { ...NONE, undo: true }))).toEqual(CHANGED)
  })
})
