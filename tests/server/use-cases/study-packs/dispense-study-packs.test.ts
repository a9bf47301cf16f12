import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { valueOf } from '../../../support/ask'
import { changePermission, drawnAt } from '../../../support/participant-actions'
import { stoppedClock, testPortal, type Clock, type TestPortal } from '../../../support/portal'
import { saveWith, setTo } from '../../../support/save-trial'
import { act, check, packShown, packTrial, type PackTrial } from '../../../support/study-packs'

let world: TestPortal
let clock: Clock
beforeAll(async () => {
  clock = stoppedClock()
  world = await testPortal({ clock })
})
afterAll(() => world.stop())

const dispense = (
  trial: PackTrial,
  id: number,
  body: object = {},
  headers: Record<string, string> = {},
  who: SampleAccountKey = 'pharmacist',
) => act(trial, trial.people[who], 'dispense', { study_pack_id: id, ...body }, headers)

/** The status and code of an answer, as one text. */
const outcomeOf = async (answer: ReturnType<typeof dispense>) => {
  const { status, problem } = await answer
  return problem ? `${status} ${problem.code}` : String(status)
}

const DISPENSED = 6
const statusOf = async (trial: PackTrial, id: number) =>
  (await packShown(trial, trial.people.administrator, id)).study_pack_status_id
const logOf = async (id: number) =>
  world.database.queries
    .selectFrom('study_pack_logs')
    .selectAll()
    .where('study_pack_id', '=', id)
    .where('action', '=', 'dispense')
    .executeTakeFirst()

describe('where a code confirms the dispensing', () => {
  let trial: PackTrial
  let id: number
  beforeAll(async () => {
    trial = await packTrial(world, { is_confirmable: true })
  })
  beforeEach(async () => {
    id = await trial.pack('allocated', { confirmation_code: '042' })
  })

  const WRONG = { confirmation_code: '041' }
  const RIGHT = { confirmation_code: '042' }
  const tries = async () =>
    (
      await world.database.queries
        .selectFrom('study_pack_code_tries')
        .select('id')
        .where('study_pack_id', '=', id)
        .execute()
    ).length

  test.each([
    ['none', {}, 'Please enter the confirmation code'],
    ['null', { confirmation_code: null }, 'Please enter the confirmation code'],
    ['two digits', { confirmation_code: '42' }, 'Must be three digits'],
    ['letters', { confirmation_code: '04a' }, 'Must be three digits'],
  ])('%s is not a code, and is not counted', async (_what, body, message) => {
    const { status, problem } = await dispense(trial, id, body)
    expect([status, problem?.fields]).toEqual([422, { confirmation_code: message }])
    expect([await tries(), await statusOf(trial, id)]).toEqual([0, 5])
  })

  test('several packs at once are refused', async () => {
    const other = await trial.pack('allocated', { confirmation_code: '042' })
    const body = { study_pack_ids: [id, other], ...RIGHT }
    expect(await outcomeOf(act(trial, trial.people.pharmacist, 'dispense', body))).toBe('422 one_pack_at_a_time')
  })

  test('a wrong one is refused and counted, and the right one dispenses', async () => {
    const { status, problem } = await dispense(trial, id, WRONG)
    expect([status, problem?.code, Object.keys(problem?.fields ?? {})]).toEqual([
      422,
      'wrong_confirmation_code',
      ['confirmation_code'],
    ])
    expect([await tries(), await logOf(id)]).toEqual([1, undefined])
    valueOf(await dispense(trial, id, RIGHT))
    expect([await tries(), await statusOf(trial, id)]).toEqual([1, DISPENSED])
  })

  test('after five wrong ones in an hour, by anyone, none is accepted until the first is an hour old', async () => {
    const people = ['pharmacist', 'unblinder', 'coordinator', 'administrator', 'pharmacist'] as const
    for (const who of people) {
      expect(await outcomeOf(dispense(trial, id, WRONG, {}, who))).toBe('422 wrong_confirmation_code')
      clock.step(60)
    }
    const refused = await dispense(trial, id, RIGHT)
    expect([refused.status, refused.problem?.code]).toEqual([429, 'too_many_codes'])
    expect(refused.headers.get('Retry-After')).toBe(String(55 * 60))
    expect(await statusOf(trial, id)).toBe(5)
    clock.step(55 * 60)
    expect(await outcomeOf(dispense(trial, id, RIGHT))).toBe('200')
    expect(await tries()).toBe(5)
  })

  test('a late copy of one that was refused for good dispenses nothing', async () => {
    const final = { 'Idempotency-Key': randomUUID(), 'X-Refusal-Is-Final': '1' }
    for (let times = 0; times < 5; times += 1) await dispense(trial, id, WRONG)
    expect(await outcomeOf(dispense(trial, id, RIGHT, final))).toBe('429 too_many_codes')
    clock.step(60 * 60)
    expect(await outcomeOf(dispense(trial, id, RIGHT, final))).toBe('409 idempotency_key_closed')
    expect(await statusOf(trial, id)).toBe(5)
    expect(await outcomeOf(dispense(trial, id, RIGHT))).toBe('200')
  })

  test('codes tried all at once are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, digit) => outcomeOf(dispense(trial, id, { confirmation_code: `10${digit}` }))),
    )
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => '422 wrong_confirmation_code'),
      ...Array.from({ length: 3 }, () => '429 too_many_codes'),
    ])
  })

  test('a repeat of a wrong one is counted once, and another code under the same key again', async () => {
    const once = { 'Idempotency-Key': randomUUID() }
    for (let times = 0; times < 7; times += 1) {
      expect(await outcomeOf(dispense(trial, id, WRONG, once))).toBe('422 wrong_confirmation_code')
    }
    expect(await tries()).toBe(1)
    await dispense(trial, id, { confirmation_code: '040' }, once)
    expect(await tries()).toBe(2)
    const done = await dispense(trial, id, RIGHT, once)
    const again = await dispense(trial, id, RIGHT, once)
    expect([done.status, done.replayed, again.status, again.replayed]).toEqual([200, false, 200, true])
    expect(await outcomeOf(dispense(trial, id, WRONG, once))).toBe('422 idempotency_key_reused')
  })

  test('a person who may not dispense tries no codes', async () => {
    expect(await outcomeOf(dispense(trial, id, WRONG, {}, 'nurse'))).toBe('403 forbidden')
    expect(await outcomeOf(dispense(trial, id, WRONG, {}, 'blinded-nurse'))).toBe('404 not_found')
    expect(await tries()).toBe(0)
  })

  test('a pack that was imported without a code needs none', async () => {
    const without = await trial.pack('allocated')
    expect((await packShown(trial, trial.people.pharmacist, without)).is_confirmable).toBe(false)
    expect(await outcomeOf(dispense(trial, without))).toBe('200')
  })
})

describe('the time of dispensing', () => {
  let trial: PackTrial
  beforeAll(async () => {
    // It is the morning of 22 November in Auckland: 21 November is over there.
    trial = await packTrial(world, { selected_timezone: 'Pacific/Auckland' })
  })
  const at = (performed_at: string) => ({ performed_at })
  const ago = (hours: number) => new Date(Date.parse(clock.now()) - hours * 3_600_000).toISOString()
  const dayOf = (instant: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(Date.parse(instant))

  test('is stored beside the server’s time, corrected by the offset of the device’s clock', async () => {
    const id = await trial.pack('allocated')
    const slow = { 'X-Client-Time': ago(1) }
    valueOf(await dispense(trial, id, at(ago(3)), slow))
    const log = await logOf(id)
    expect(log).toMatchObject({ created_at: clock.now(), performed_at: ago(2), clock_uncertain: false })
    expect(log?.clock_offset_ms).toBe(3_600_000)
    const { study_pack_logs } = await packShown(trial, trial.people.pharmacist, id)
    expect(study_pack_logs).toMatchObject([
      { action: 'dispense', performed_at: ago(2), created_at: clock.now(), clock_uncertain: false },
    ])
  })

  test('is the server’s time, and uncertain, where it would lie in the future', async () => {
    const id = await trial.pack('allocated')
    valueOf(await dispense(trial, id, at(ago(-1))))
    expect(await logOf(id)).toMatchObject({ performed_at: clock.now(), clock_uncertain: true })
    const { study_pack_logs } = await packShown(trial, trial.people.pharmacist, id)
    expect(study_pack_logs).toMatchObject([{ performed_at: clock.now(), clock_uncertain: true }])
  })

  test('is the server’s time, and uncertain, where it would lie before the pack was allocated', async () => {
    const drawing = await packTrial(world, { packs: 4 })
    const packOf = async () => (await drawnAt(drawing.people.administrator, drawing, 0)).study_pack?.id ?? 0
    const [first, second, third] = [await packOf(), await packOf(), await packOf()]
    clock.step(60)
    const allocated = clock.now()
    const last = await packOf()
    clock.step(3600)
    const uncertain = { performed_at: clock.now(), clock_uncertain: true }

    valueOf(await dispense(drawing, first, at('1990-01-01T00:00:00.000Z')))
    expect(await logOf(first)).toMatchObject(uncertain)
    valueOf(await dispense(drawing, second, at(allocated)))
    expect(await logOf(second)).toMatchObject({ performed_at: allocated, clock_uncertain: false })
    const both = { study_pack_ids: [third, last], ...at(new Date(Date.parse(allocated) - 1).toISOString()) }
    valueOf(await act(drawing, drawing.people.pharmacist, 'dispense', both))
    expect([await logOf(third), await logOf(last)]).toMatchObject([uncertain, uncertain])
  })

  test('before the pack was allocated never allows an expired one', async () => {
    const drawing = await packTrial(world, { packs: 2 })
    const { study_pack } = await drawnAt(drawing.people.administrator, drawing, 0)
    const id = study_pack?.id ?? 0
    const expire_on = dayOf(ago(48))
    await world.database.queries.updateTable('study_packs').set({ expire_on }).where('id', '=', id).execute()
    expect(await outcomeOf(dispense(drawing, id, at('1990-01-01T00:00:00.000Z')))).toBe('409 pack_expired')
    expect([await statusOf(drawing, id), await logOf(id)]).toEqual([5, undefined])
  })

  test('that had to be guessed is no reason to refuse a pack that had not expired when it was allocated', async () => {
    const hourIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(Date.parse(clock.now()))
    const selected_timezone = Intl.supportedValuesOf('timeZone').find((zone) => hourIn(zone) === '23') ?? ''
    const drawing = await packTrial(world, { packs: 2, selected_timezone })
    const { study_pack } = await drawnAt(drawing.people.administrator, drawing, 0)
    const id = study_pack?.id ?? 0
    const expire_on = new Intl.DateTimeFormat('en-CA', { timeZone: selected_timezone }).format(Date.parse(clock.now()))
    await world.database.queries.updateTable('study_packs').set({ expire_on }).where('id', '=', id).execute()
    clock.step(3600)
    expect(await outcomeOf(dispense(drawing, id))).toBe('409 pack_expired')
    // By a clock that was ahead, and right again when the action was sent.
    expect(await outcomeOf(dispense(drawing, id, at(ago(-1))))).toBe('200')
    expect(await logOf(id)).toMatchObject({ performed_at: clock.now(), clock_uncertain: true })
  })

  test('decides whether the pack was expired, by the day in the trial’s zone', async () => {
    const today = dayOf(clock.now())
    const before = dayOf(ago(24))
    const good = await trial.pack('allocated', { expire_on: today })
    expect(await outcomeOf(dispense(trial, good))).toBe('200')
    const expired = await trial.pack('allocated', { expire_on: before, pack_id: 'EXPIRED' })
    const { status, problem } = await dispense(trial, expired)
    expect([status, problem?.code, problem?.packs?.map(({ pack_id }) => pack_id)]).toEqual([
      409,
      'pack_expired',
      ['EXPIRED'],
    ])
    expect(await outcomeOf(dispense(trial, expired, at(ago(24))))).toBe('200')
  })

  test('of several packs stops all where one has expired', async () => {
    const ids = [await trial.pack('allocated'), await trial.pack('allocated', { expire_on: '2020-01-01' })]
    const { status, problem } = await act(trial, trial.people.pharmacist, 'dispense', { study_pack_ids: ids })
    expect([status, problem?.code, problem?.packs?.map(({ id }) => id)]).toEqual([409, 'pack_expired', [ids[1]]])
    expect(await Promise.all(ids.map((id) => statusOf(trial, id)))).toEqual([5, 5])
  })

  test.each(['yesterday', '2026-11-21', '2026-11-21T05:03:00Z'])('is an instant, not %s', async (performedAt) => {
    const id = await trial.pack('allocated')
    const { status, problem } = await dispense(trial, id, at(performedAt))
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, ['performed_at']])
  })
})

test.each([
  ['another site', 1],
  ['no site', null],
])('a pack goes to its participant from %s after sites begin to manage packs', async (_place, place) => {
  const trial = await packTrial(world, { is_site_managing_packs: false })
  const site_id = place === null ? null : (trial.sites[place]?.id ?? null)
  for (const group of trial.study_groups) await trial.pack('active', { site_id, study_group_id: group.id })
  const { study_pack } = await drawnAt(trial.people.pharmacist, trial, 0)
  const { administrator } = trial.people
  await setTo(administrator, trial.trial_id, 'paused')
  valueOf(await saveWith(administrator, trial.trial_id, { is_site_managing_packs: true }))
  expect(await outcomeOf(dispense(trial, study_pack?.id ?? 0))).toBe('200')
})

describe('where a second person confirms', () => {
  let trial: PackTrial
  let id: number
  beforeAll(async () => {
    trial = await packTrial(world, { is_dispense_checked: true })
  })
  beforeEach(async () => {
    id = await trial.pack('allocated')
  })
  const checkedBy = async (who: SampleAccountKey, of = id) => valueOf(await check(trial, trial.people[who], of))
  const NEEDED = '409 second_person_needed'

  test('one person alone cannot dispense', async () => {
    const { problem } = await dispense(trial, id)
    expect([problem?.code, problem?.packs?.map((pack) => pack.id)]).toEqual(['second_person_needed', [id]])
    await checkedBy('pharmacist')
    expect(await outcomeOf(dispense(trial, id))).toBe(NEEDED)
    expect(await statusOf(trial, id)).toBe(5)
  })

  test('two people dispense, and both are recorded', async () => {
    const shown = await checkedBy('unblinder')
    expect(shown.checked_by_user?.id).toBe(world.personId('unblinder'))
    expect(await outcomeOf(dispense(trial, id))).toBe('200')
    const { study_pack_logs, checked_by_user } = await packShown(trial, trial.people.pharmacist, id)
    expect(study_pack_logs?.map(({ action, actioned_by_user }) => [action, actioned_by_user?.id])).toEqual([
      ['check', world.personId('unblinder')],
      ['dispense', world.personId('pharmacist')],
    ])
    expect(checked_by_user).toBeUndefined()
  })

  test('they do so within the hour', async () => {
    await checkedBy('unblinder')
    clock.step(3600)
    expect((await packShown(trial, trial.people.pharmacist, id)).checked_by_user).not.toBeNull()
    clock.step(1)
    expect((await packShown(trial, trial.people.pharmacist, id)).checked_by_user).toBeNull()
    expect(await outcomeOf(dispense(trial, id))).toBe(NEEDED)
    expect(
      await outcomeOf(dispense(trial, id, { performed_at: new Date(Date.parse(clock.now()) - 1000).toISOString() })),
    ).toBe('200')
  })

  test('nobody confirms after the dispensing', async () => {
    const performed_at = clock.now()
    clock.step(60)
    await checkedBy('unblinder')
    expect(await outcomeOf(dispense(trial, id, { performed_at }))).toBe(NEEDED)
  })

  test('they do so at the server’s time, where the time sent lies before the allocation', async () => {
    const drawing = await packTrial(world, { packs: 2, is_dispense_checked: true })
    const { study_pack } = await drawnAt(drawing.people.administrator, drawing, 0)
    const pack = study_pack?.id ?? 0
    const before = { performed_at: '1990-01-01T00:00:00.000Z' }
    expect(await outcomeOf(dispense(drawing, pack, before))).toBe(NEEDED)
    valueOf(await check(drawing, drawing.people.unblinder, pack))
    expect(await outcomeOf(dispense(drawing, pack, before))).toBe('200')
    expect(await logOf(pack)).toMatchObject({ performed_at: clock.now(), clock_uncertain: true })
  })

  test('each of several packs is confirmed', async () => {
    const other = await trial.pack('allocated')
    const both = { study_pack_ids: [id, other] }
    await checkedBy('coordinator')
    const { problem } = await act(trial, trial.people.pharmacist, 'dispense', both)
    expect([problem?.code, problem?.packs?.map((pack) => pack.id)]).toEqual(['second_person_needed', [other]])
    await checkedBy('coordinator', other)
    expect(await outcomeOf(act(trial, trial.people.pharmacist, 'dispense', both))).toBe('200')
  })

  test('another person is shown before oneself, and then the latest', async () => {
    await checkedBy('coordinator')
    await checkedBy('unblinder')
    await checkedBy('pharmacist')
    const shownTo = async (who: SampleAccountKey) => (await packShown(trial, trial.people[who], id)).checked_by_user?.id
    expect([await shownTo('pharmacist'), await shownTo('unblinder'), await shownTo('administrator')]).toEqual(
      // The unblinder is blinded, so another person's name is not shown.
      [world.personId('unblinder'), null, world.personId('pharmacist')],
    )
  })

  test('a person who sees less of the groups learns that another person has confirmed, not who', async () => {
    await checkedBy('pharmacist')
    const shownTo = async (who: SampleAccountKey) => (await packShown(trial, trial.people[who], id)).checked_by_user
    expect(await shownTo('unblinder')).toEqual({ id: null, name: 'Another person' })
    expect(await shownTo('pharmacist')).toMatchObject({ id: world.personId('pharmacist') })
    expect(await outcomeOf(act(trial, trial.people.unblinder, 'dispense', { study_pack_id: id }))).toBe('200')
  })

  test('a person who was blinded since still sees that they confirmed it themselves', async () => {
    await checkedBy('pharmacist')
    await changePermission(world, trial, 'pharmacist', { is_blinded_whole: true })
    expect((await packShown(trial, trial.people.pharmacist, id)).checked_by_user?.id).toBe(world.personId('pharmacist'))
  })

  test.each([
    ['nurse', '403 forbidden'],
    ['monitor', '403 forbidden'],
    ['blinded-nurse', '404 not_found'],
  ] as const)('the %s cannot confirm: %s', async (who, answer) => {
    const { status, problem } = await check(trial, trial.people[who], id)
    expect(`${status} ${problem?.code}`).toBe(answer)
  })

  test.each(['inactive', 'active', 'expired', 'removed', 'dispensed', 'recalled'] as const)(
    'a pack that is %s cannot be confirmed',
    async (status) => {
      const { problem } = await check(trial, trial.people.pharmacist, await trial.pack(status))
      expect(problem?.code).toBe('pack_status_conflict')
    },
  )

  test('a pack cannot be confirmed where the trial does not ask for it', async () => {
    const other = await packTrial(world)
    const { problem } = await check(other, other.people.pharmacist, await other.pack('allocated'))
    expect(problem?.code).toBe('check_not_asked')
  })

  test('a pack cannot be confirmed once the settings no longer ask for it', async () => {
    await setTo(trial.people.administrator, trial.trial_id, 'paused')
    valueOf(await saveWith(trial.people.administrator, trial.trial_id, { is_dispense_checked: false }))
    expect(await outcomeOf(dispense(trial, id))).toBe('200')
  })
})
