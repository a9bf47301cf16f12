import { getParticipant, listParticipants, settleRandomisation, type Participant } from '#contract/participants'
import { FLAG_STATUSES } from '#domain/participants/participant'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import { flag } from '../../../support/flag'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
/** A person of level 1, at every site. */
let monitor: SignedIn
/** A person of level 2, at the first site. */
let nurse: SignedIn
/** A participant at the first site, without a flag. */
let one: Participant
/** A participant at the second site. */
let elsewhere: Participant

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  monitor = await signedInAs(world, 'monitor')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

beforeEach(async () => {
  trial = await aTrial(world, {
    study_groups: [
      { name: 'Zanamivir', label: 'Kit L' },
      { name: 'Oseltamivir', label: 'Kit K' },
    ],
    exclude_flagged_participants: true,
  })
  const site_id = trial.sites[0]?.id ?? null
  await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id })
  one = await drawnAt(0)
  elsewhere = await drawnAt(1)
})

const drawnAt = async (site: number): Promise<Participant> => {
  const { participants } = await randomise(administrator, trial.trial_id, { site_id: trial.sites[site]?.id })
  const [drawn] = participants
  if (!drawn) throw new Error('nobody was randomised')
  return drawn
}

const path = (more = '') => `trials/${trial.trial_id}/participants${more}`
const shown = async (who: SignedIn, { id }: Participant = one) =>
  valueOf(await ask(who, getParticipant.response, path(`/${id}`)))
const statusesOf = ({ participant_flags }: Participant) => participant_flags.map(({ flag_status }) => flag_status.name)

const storedFlags = () =>
  world.context.database.queries
    .selectFrom('participant_flags')
    .innerJoin('participants', 'participants.id', 'participant_flags.participant_id')
    .selectAll('participant_flags')
    .where('trial_id', '=', trial.trial_id)
    .orderBy('participant_flags.id')
    .execute()

/** All that a flag could change. */
const stateNow = async () => {
  const { queries } = world.context.database
  const { trial_id } = trial
  return {
    trial: await queries.selectFrom('trials').selectAll().where('id', '=', trial_id).execute(),
    participants: await queries.selectFrom('participants').selectAll().where('trial_id', '=', trial_id).execute(),
    flags: await storedFlags(),
    audit: (await readChain(queries, trial_id)).entries,
  }
}

describe('a flag is refused, and nothing changes', () => {
  const NO_COMMENT = { comment: 'Please enter a comment' }

  test.each<[string, object, object]>([
    ['without a comment', { comment: undefined }, NO_COMMENT],
    ['with an empty one', { comment: '' }, NO_COMMENT],
    ['with blanks for one', { comment: ' \n\t' }, NO_COMMENT],
    ['with nothing for one', { comment: null }, NO_COMMENT],
    ['with a number for one', { comment: 1 }, NO_COMMENT],
    ['with one that cannot be stored', { comment: 'a\u0000' }, { comment: expect.any(String) }],
    ['with a novel', { comment: 'a'.repeat(2001) }, { comment: 'At most 2000 characters' }],
    ['for a state there is not', { flag_status: 'flagged' }, { flag_status: 'Must be Flagged or Unflagged' }],
    ['done on no day', { performed_at: '2026-02-30T00:00:00.000Z' }, { performed_at: 'Must be a real instant' }],
    ['done at no hour', { performed_at: '2026-02-20T25:00:00.000Z' }, { performed_at: 'Must be a real instant' }],
    ['done in local time', { performed_at: '2026-02-20T05:00:00.000' }, { performed_at: expect.any(String) }],
    ['by somebody else', { flagged_by: 1 }, { flagged_by: 'Unknown field' }],
  ])('%s', async (_says, body, fields) => {
    const before = await stateNow()
    const { status, problem } = await flag(nurse, trial, one, body)
    expect({ status, code: problem?.code, fields: problem?.fields }).toEqual({
      status: 422,
      code: 'validation_failed',
      fields,
    })
    expect(await stateNow()).toEqual(before)
  })

  test.each<[string, SampleAccountKey, () => { trial_id: number; id: number }]>([
    ['at another site', 'nurse', () => ({ trial_id: trial.trial_id, id: elsewhere.id })],
    ['who is nobody', 'administrator', () => ({ trial_id: trial.trial_id, id: 999_999 })],
    ['of no trial', 'administrator', () => ({ trial_id: 999_999, id: one.id })],
    ['of a trial that the person knows nothing of', 'unblinder', () => ({ trial_id: trial.trial_id, id: one.id })],
  ])('of a participant %s: not found', async (_says, person, participant) => {
    const before = await stateNow()
    const { status, problem } = await flag(await signedInAs(world, person), participant(), participant())
    expect([status, problem?.code]).toEqual([404, 'not_found'])
    expect(await stateNow()).toEqual(before)
  })

  test('of a participant through another trial: not found', async () => {
    const other = await aTrial(world)
    expect((await flag(administrator, other, one)).status).toBe(404)
    expect(await storedFlags()).toEqual([])
  })

  test.each(FLAG_STATUSES)('where the participant is %s already', async (flag_status) => {
    if (flag_status === 'Flagged') await flag(nurse, trial, one)
    const before = await stateNow()
    const { status, problem } = await flag(nurse, trial, one, { flag_status })
    expect([status, problem?.code]).toEqual([409, 'flag_state_unchanged'])
    expect(await stateNow()).toEqual(before)
  })
})

describe('a flag', () => {
  test('is set, lifted and set again by the same call, and its history has all of it, the oldest first', async () => {
    const names = []
    for (const [who, comment] of [
      [nurse, '  Wrong consent form '],
      [monitor, 'Consent found'],
      [administrator, 'It was another’s'],
    ] as const) {
      world.clock.step(60)
      names.push(valueOf(await flag(who, trial, one, { comment })).flag_status.name)
    }
    expect(names).toEqual(['Flagged', 'Unflagged', 'Flagged'])
    const participants = await shown(monitor)
    const person = (key: SampleAccountKey, name: string) => ({ id: world.personId(key), name })
    expect(participants.participant_flags).toMatchObject([
      {
        flag_status: { name: 'Flagged' },
        comment: 'Wrong consent form',
        flagged_by_user: person('nurse', 'Amara Hughes'),
      },
      {
        flag_status: { name: 'Unflagged' },
        comment: 'Consent found',
        flagged_by_user: person('monitor', 'Ingrid Sørensen'),
      },
      {
        flag_status: { name: 'Flagged' },
        comment: 'It was another’s',
        created_at: world.clock.now(),
        performed_at: null,
        flagged_by_user: person('administrator', 'Grace Okafor'),
      },
    ])
  })

  test('can be requested by the wanted state', async () => {
    const flagged = valueOf(await flag(nurse, trial, one, { flag_status: 'Flagged' }))
    const lifted = valueOf(await flag(nurse, trial, one, { flag_status: 'Unflagged' }))
    expect([flagged, lifted].map(({ flag_status }) => flag_status.name)).toEqual(FLAG_STATUSES)
  })

  test('that two people queued offline is set once: they never cancel out', async () => {
    const answers = [
      await flag(nurse, trial, one, { flag_status: 'Flagged' }),
      await flag(monitor, trial, one, { flag_status: 'Flagged' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(await shown(nurse)).toMatchObject({ flag_status: { name: 'Flagged' }, participant_flags: [{}] })
  })

  test.each(['paused', 'finished', 'terminated'] as const)('can be set while the trial is %s', async (status) => {
    trial = await aTrial(world)
    one = await drawnAt(0)
    const { queries } = world.context.database
    const ids = { paused: 4, finished: 6, terminated: 7 }
    const stopped = { trial_status_id: ids[status] }
    await queries.updateTable('trials').set(stopped).where('id', '=', trial.trial_id).execute()
    expect((await flag(administrator, trial, one)).status).toBe(200)
  })
})

describe('the readers of a participant see the flags', () => {
  test('in the list, one by one, and in the answer to a repeat of the randomisation', async () => {
    const key = randomUUID()
    const randomised = () =>
      randomise(nurse, trial.trial_id, { site_id: trial.sites[0]?.id }, { 'Idempotency-Key': key })
    const [drawn] = (await randomised()).participants
    if (!drawn) throw new Error('nobody was randomised')
    expect(drawn.participant_flags).toEqual([])
    const flagged = valueOf(await flag(nurse, trial, drawn))
    expect(statusesOf(flagged)).toEqual(['Flagged'])
    expect(await shown(nurse, drawn)).toEqual(flagged)
    const list = valueOf(await ask(nurse, listParticipants.response, path('?flag_status=Flagged')))
    expect(list.data).toEqual([flagged])
    expect(await randomised()).toMatchObject({ status: 201, replayed: true, participants: [flagged] })
    const settled = posted({ idempotency_key: key })
    const outcome = valueOf(await ask(nurse, settleRandomisation.response, path('/outcome'), settled))
    expect(outcome).toEqual({ outcome: 'randomised', data: [flagged] })
  })

  test.each<[string, object, (name: string) => object]>([
    ['names', {}, (name) => ({ name, is_blinded: false })],
    [
      'labels',
      { is_blinded_partial: true },
      (name) => ({ name: name === 'Zanamivir' ? 'Kit L' : 'Kit K', is_blinded: true }),
    ],
    ['nothing', { is_blinded_whole: true }, () => ({ name: 'Blinded', is_blinded: true })],
  ])('and a person who sees %s of the groups sees no more by flagging', async (_says, blinding, seen) => {
    await grant(world, {
      person: 'blinded-nurse',
      role: 'Site viewer',
      trial_id: trial.trial_id,
      site_id: trial.sites[0]?.id ?? null,
      ...blinding,
    })
    const { text, value } = await flag(await signedInAs(world, 'blinded-nurse'), trial, one)
    expect(value?.study_group).toEqual(seen(one.study_group.name))
    expect(text.includes(one.study_group.name)).toBe(
      !('is_blinded_whole' in blinding || 'is_blinded_partial' in blinding),
    )
  })
})

describe('exactly once', () => {
  const aKey = () => ({ 'Idempotency-Key': randomUUID() })

  test('a lost answer is given again, with the present state, and changes nothing', async () => {
    const headers = aKey()
    const first = await flag(nurse, trial, one, {}, headers)
    expect(first.replayed).toBe(false)
    await flag(monitor, trial, one, { comment: 'Settled' })
    const before = await stateNow()
    const repeat = await flag(nurse, trial, one, {}, headers)
    expect([repeat.status, repeat.replayed]).toEqual([200, true])
    expect(repeat.value).toEqual(await shown(nurse))
    expect(await stateNow()).toEqual(before)
  })

  test('20 times at once with one key is one flag', async () => {
    const headers = aKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => flag(nurse, trial, one, {}, headers)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await storedFlags()).toHaveLength(1)
  })

  test('of two requests for the same state, one sets it and the other gets the result', async () => {
    const answers = await Promise.all([
      flag(nurse, trial, one, { flag_status: 'Flagged' }, aKey()),
      flag(monitor, trial, one, { flag_status: 'Flagged' }, aKey()),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await storedFlags()).toMatchObject([{ is_flagged: true }])
  })

  test('two people who toggle at once do so one after the other', async () => {
    const answers = await Promise.all([flag(nurse, trial, one, {}, aKey()), flag(monitor, trial, one, {}, aKey())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await storedFlags()).toMatchObject([{ is_flagged: true }, { is_flagged: false }])
    expect((await shown(nurse)).flag_status.name).toBe('Unflagged')
  })

  test('a refusal leaves the key free', async () => {
    const headers = aKey()
    expect((await flag(nurse, trial, one, { comment: ' ' }, headers)).status).toBe(422)
    expect((await flag(nurse, trial, one, { flag_status: 'Unflagged' }, headers)).status).toBe(409)
    expect(await flag(nurse, trial, one, {}, headers)).toMatchObject({ status: 200, replayed: false })
  })

  test('a key used for another participant, or for a randomisation, is refused', async () => {
    const headers = aKey()
    await flag(administrator, trial, one, {}, headers)
    expect((await flag(administrator, trial, elsewhere, {}, headers)).problem?.code).toBe('idempotency_key_reused')
    const settled = posted({ idempotency_key: headers['Idempotency-Key'] })
    const outcome = await ask(administrator, settleRandomisation.response, path('/outcome'), settled)
    expect(outcome.problem?.code).toBe('idempotency_key_reused')
  })

  test('a repeat by a person who has lost the site names nobody', async () => {
    const headers = aKey()
    await flag(nurse, trial, one, {}, headers)
    await world.context.database.queries
      .updateTable('user_permissions')
      .set({ ended_at: world.clock.now() })
      .where('trial_id', '=', trial.trial_id)
      .where('user_id', '=', world.personId('nurse'))
      .execute()
    expect((await flag(nurse, trial, one, {}, headers)).status).toBe(404)
    expect(await storedFlags()).toHaveLength(1)
  })
})

describe('a flag set without the network', () => {
  /** The server’s time, this many seconds later or earlier. */
  const after = (seconds: number) => new Date(Date.parse(world.clock.now()) + seconds * 1000).toISOString()

  /** The seconds since the participant was randomised. */
  const SINCE = 1200
  beforeEach(() => world.clock.step(SINCE))

  const cases: { says: string; clock: number | null; sent: number; at: number; uncertain?: true }[] = [
    { says: 'a device whose clock is right', clock: 0, sent: -600, at: -600 },
    { says: 'one that is an hour ahead', clock: 3600, sent: 3000, at: -600 },
    { says: 'one that is an hour behind', clock: -3600, sent: -4200, at: -600 },
    { says: 'one that tells no time', clock: null, sent: -600, at: -600 },
    { says: 'the very moment', clock: 3600, sent: 3600, at: 0 },
    { says: 'the future by any clock', clock: 3600, sent: 7200, at: 0, uncertain: true },
    { says: 'the future, the clock untold', clock: null, sent: 1, at: 0, uncertain: true },
    { says: 'the randomisation of the participant', clock: 0, sent: -SINCE, at: -SINCE },
    { says: 'a second before it', clock: 0, sent: -SINCE - 1, at: 0, uncertain: true },
    { says: 'a second before it, once corrected', clock: 3600, sent: 3599 - SINCE, at: 0, uncertain: true },
    { says: 'a time before there were devices', clock: 0, sent: -60 * 366 * 86_400, at: 0, uncertain: true },
  ]
  test.each(cases)('$says', async ({ clock, sent, at, uncertain = false }) => {
    const headers: Record<string, string> = clock === null ? {} : { 'X-Client-Time': after(clock) }
    const flagged = valueOf(await flag(nurse, trial, one, { performed_at: after(sent) }, headers))
    expect(flagged.participant_flags).toMatchObject([
      { created_at: world.clock.now(), performed_at: after(at), clock_uncertain: uncertain },
    ])
    expect(await storedFlags()).toMatchObject([
      {
        created_at: world.clock.now(),
        performed_at: after(at),
        clock_offset_ms: clock === null ? null : 0 - 1000 * clock,
        clock_uncertain: uncertain,
      },
    ])
  })

  test.each(['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'at the ends of time is accepted too: %s',
    async (performed_at) => {
      const headers = { 'X-Client-Time': '9999-12-31T23:59:59.999Z' }
      expect((await flag(nurse, trial, one, { performed_at }, headers)).status).toBe(200)
    },
  )

  test('stores no offset where the call has no time', async () => {
    await flag(nurse, trial, one, { performed_at: null }, { 'X-Client-Time': after(60) })
    expect(await storedFlags()).toMatchObject([{ performed_at: null, clock_offset_ms: null, clock_uncertain: false }])
  })

  test.each([
    'yesterday',
    '2026-11-21',
    '2026-11-21T05:03:00Z',
    '2026-02-30T05:03:00.000Z',
    '2026-11-21T05:03:00.000+01:00',
    '1795237380000',
  ])('is refused under an unreadable clock: %s', async (time) => {
    const headers = { 'X-Client-Time': time }
    const before = await stateNow()
    const { status, problem } = await flag(nurse, trial, one, { performed_at: after(-60) }, headers)
    expect([status, problem?.code, problem?.message]).toEqual([
      400,
      'malformed_header',
      'The header X-Client-Time is malformed',
    ])
    expect((await nurse.fetch(path(), { headers })).status).toBe(400)
    expect(await stateNow()).toEqual(before)
  })
})

describe('the record of a flag', () => {
  test('in the audit log has the person, the role, the action, and the comment as the reason, never the group', async () => {
    const before = await stateNow()
    const flagged = await flag(monitor, trial, one, { comment: ' Seen twice ' })
    await flag(nurse, trial, one, { comment: 'Once' })
    const chain = await readChain(world.context.database.queries, trial.trial_id)
    expect(chain.entries.slice(before.audit.length)).toMatchObject([
      {
        kind: 'participant_flagged',
        description: `Participant ${one.trial_sequence_no} flagged in trial ${trial.trial_id}`,
        user_id: world.personId('monitor'),
        role: 'Trial viewer',
        changes: [{ field: 'flag_status', old: 'Unflagged', new: 'Flagged' }],
        reason: 'Seen twice',
        request_id: flagged.headers.get('X-Request-Id'),
      },
      {
        kind: 'participant_unflagged',
        changes: [{ field: 'flag_status', old: 'Flagged', new: 'Unflagged' }],
        reason: 'Once',
      },
    ])
    expect(chainFaults(chain)).toEqual([])
    for (const { name, label } of trial.study_groups) {
      expect(JSON.stringify(chain.entries.slice(before.audit.length))).not.toContain(name)
      expect(JSON.stringify(chain.entries.slice(before.audit.length))).not.toContain(label)
    }
  })
})
