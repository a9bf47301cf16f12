import { randomUUID } from 'node:crypto'
import type { Participant } from '#contract/participants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise, type Answered } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let nurse: SignedIn
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  nurse = await signedInAs(world, 'nurse')
  administrator = await signedInAs(world, 'administrator')
})
afterAll(async () => world.stop())

/** A trial at whose first site the nurse may randomise. */
const aWard = async (overrides: Parameters<typeof aTrial>[1] = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, overrides)
  const [site] = trial.sites
  await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id: site?.id ?? null })
  return trial
}

const bodyFor = (trial: BuiltTrial, more: object = {}) => ({
  site_id: trial.sites[0]?.id,
  participant_strata: trial.trial_strata.map((stratum) => ({
    trial_stratum_id: stratum.id,
    trial_stratum_option_id: stratum.options[0]?.id,
  })),
  ...more,
})

const readTrialCounters = async (trialId: number) =>
  world.context.database.queries
    .selectFrom('trials')
    .select(['num_sampled', 'last_sequence_no', 'allocation_counter', 'ledger_length', 'ledger_head'])
    .where('id', '=', trialId)
    .executeTakeFirstOrThrow()

const theOne = ({ participants }: Answered): Participant => {
  const [only] = participants
  if (!only || participants.length !== 1) throw new Error(`${participants.length} participants instead of one`)
  return only
}

test('a person who may randomise since a protection ended does so, whatever the process cached of the trial', async () => {
  const trial = await aWard()
  const protect = (is_protected_trial: boolean) =>
    world.context.database.queries
      .updateTable('trials')
      .set((trials) => ({ is_protected_trial, setup_version: trials('setup_version', '+', 1) }))
      .where('id', '=', trial.trial_id)
      .execute()
  await protect(true)
  expect((await randomise(nurse, trial.trial_id, bodyFor(trial))).status).toBe(201)
  expect((await randomise(administrator, trial.trial_id, bodyFor(trial))).status).toBe(404)
  await protect(false)
  expect((await randomise(administrator, trial.trial_id, bodyFor(trial))).status).toBe(201)
})

describe('an invalid request is refused before the draw, and changes nothing', () => {
  const cases: {
    says: string
    trial?: Parameters<typeof aTrial>[1]
    who?: () => SignedIn
    body: (trial: BuiltTrial) => object
    status: number
    code: string
    fields?: string[]
  }[] = [
    {
      says: 'another site than the person’s',
      body: (trial) => bodyFor(trial, { site_id: trial.sites[1]?.id }),
      status: 403,
      code: 'site_not_permitted',
    },
    {
      says: 'a trial that is not Started',
      trial: { status: 'paused' },
      body: bodyFor,
      status: 409,
      code: 'trial_not_started',
    },
    {
      says: 'a site that is deleted',
      trial: { sites: [{ title: 'Closed', is_deleted: true }, { title: 'Open' }] },
      body: bodyFor,
      status: 409,
      code: 'site_deleted',
    },
    {
      says: 'no site',
      body: () => ({ participant_strata: [] }),
      status: 422,
      code: 'validation_failed',
      fields: ['site_id'],
    },
    {
      says: 'a site that is not there',
      body: (trial) => bodyFor(trial, { site_id: 999_999 }),
      status: 422,
      code: 'validation_failed',
      fields: ['site_id'],
    },
    {
      says: 'a stratum left out',
      trial: { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] },
      body: (trial) => bodyFor(trial, { participant_strata: [] }),
      status: 422,
      code: 'validation_failed',
      fields: ['participant_strata'],
    },
    {
      says: 'an option of no stratum',
      trial: { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] },
      body: (trial) =>
        bodyFor(trial, {
          participant_strata: [{ trial_stratum_id: trial.trial_strata[0]?.id, trial_stratum_option_id: 999_999 }],
        }),
      status: 422,
      code: 'validation_failed',
      fields: ['participant_strata.0.trial_stratum_option_id'],
    },
    {
      says: 'a participant ID where the trial uses none',
      body: (trial) => bodyFor(trial, { participant_id: 'P-1' }),
      status: 422,
      code: 'validation_failed',
      fields: ['participant_id'],
    },
    {
      says: 'no participant ID where one is required',
      trial: { is_participant_id_used: true, is_participant_id_required: true },
      body: (trial) => bodyFor(trial, { participant_id: '  ' }),
      status: 422,
      code: 'validation_failed',
      fields: ['participant_id'],
    },
    {
      says: 'a field that is not known',
      body: (trial) => bodyFor(trial, { study_group_id: 1 }),
      status: 422,
      code: 'validation_failed',
      fields: ['study_group_id'],
    },
    {
      says: 'a trial that manages packs and has none',
      trial: { is_managing_packs: true },
      body: bodyFor,
      status: 409,
      code: 'no_study_pack_available',
    },
  ]
  test.each(cases)('$says', async ({ trial: overrides, body, status, code, fields }) => {
    const trial = await aWard(overrides)
    const before = await readTrialCounters(trial.trial_id)
    const answered = await randomise(nurse, trial.trial_id, body(trial))
    expect({ status: answered.status, code: answered.problem?.code }).toEqual({ status, code })
    expect(Object.keys(answered.problem?.fields ?? {})).toEqual(fields ?? [])
    expect(await readTrialCounters(trial.trial_id)).toEqual(before)
  })

  test.each(cases.slice(0, -1))('$says, also where packs are missing, which is the last refusal', async (one) => {
    const trial = await aWard({ ...one.trial, is_managing_packs: true })
    const { status, problem } = await randomise(nurse, trial.trial_id, one.body(trial))
    expect({ status, code: problem?.code }).toEqual({ status: one.status, code: one.code })
  })

  test('a person without the level gets 403, one without any permission 404', async () => {
    const trial = await aWard()
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null })
    const monitor = await randomise(await signedInAs(world, 'monitor'), trial.trial_id, bodyFor(trial))
    expect(monitor.status).toBe(403)
    const stranger = await randomise(await signedInAs(world, 'unblinder'), trial.trial_id, bodyFor(trial))
    expect(stranger.status).toBe(404)
  })

  test('the sample size is the last participant', async () => {
    const trial = await aWard({ sample_size: 2 })
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await randomise(nurse, trial.trial_id, bodyFor(trial))).status)
    expect(statuses).toEqual([201, 201, 409])
    expect((await readTrialCounters(trial.trial_id)).num_sampled).toBe(2)
  })
})

describe('a participant ID that was used before', () => {
  const again = ' P-1 '.toUpperCase()

  test('warns, and passes when the person confirms', async () => {
    const trial = await aWard({ is_participant_id_used: true, participant_id_warning_id: 2 })
    await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'p-1' }))
    const warned = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: again }))
    expect(warned.problem).toMatchObject({ code: 'participant_id_duplicate', duplicate_warning_type: 'Warn' })
    const approved = await randomise(
      nurse,
      trial.trial_id,
      bodyFor(trial, { participant_id: again, approve_duplicate: true }),
    )
    expect(theOne(approved).trial_sequence_no).toBe(2)
  })

  test('is blocked, whatever the person confirms', async () => {
    const trial = await aWard({ is_participant_id_used: true, participant_id_warning_id: 3 })
    await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'p-1' }))
    const blocked = await randomise(
      nurse,
      trial.trial_id,
      bodyFor(trial, { participant_id: again, approve_duplicate: true }),
    )
    expect(blocked.problem).toMatchObject({ code: 'participant_id_duplicate', duplicate_warning_type: 'Block' })
  })
})

test.each([
  ['an invisible character', 'p-\u200b1'],
  ['another Unicode form', 'E\u0301-1', '\u00c9-1'],
])('a participant ID that looks like one that was used before is blocked: %s', async (_what, sent, used = 'p-1') => {
  const trial = await aWard({ is_participant_id_used: true, participant_id_warning_id: 3 })
  theOne(await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: used })))
  const { problem } = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: sent }))
  expect(problem?.code).toBe('participant_id_duplicate')
})

describe('a participant ID that was used before names the participant', () => {
  const label = 'Screening number'
  const ids = { is_participant_id_used: true, participant_id_warning_id: 2, participant_id_label: label } as const
  const duplicates = async (trial: BuiltTrial) => {
    const { problem } = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'P-1' }))
    return problem
  }

  test('with date and site where the viewer reaches it, and never with a study group', async () => {
    const trial = await aWard(ids)
    const first = theOne(await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'p-1' })))
    const problem = await duplicates(trial)
    expect(problem).toMatchObject({ message: 'This Screening number has already been used in the trial' })
    expect(problem).toHaveProperty('duplicates', [
      { trial_sequence_no: 1, created_at: first.created_at, participant_id: 'p-1', site: first.site },
    ])
  })

  test('but not at a site that the viewer does not reach', async () => {
    const trial = await aWard(ids)
    const elsewhere = { participant_id: 'p-1', site_id: trial.sites[1]?.id }
    expect((await randomise(administrator, trial.trial_id, bodyFor(trial, elsewhere))).status).toBe(201)
    const problem = await duplicates(trial)
    expect(problem).toMatchObject({ code: 'participant_id_duplicate', duplicate_warning_type: 'Warn' })
    expect(problem).toHaveProperty('duplicates', [])
  })

  test('also if both are requested at once', async () => {
    const trial = await aWard({ ...ids, participant_id_warning_id: 3 })
    const answers = await Promise.all(
      [1, 2].map(() => randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'P-1' }))),
    )
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem).toMatchObject({ duplicates: [{ trial_sequence_no: 1, participant_id: 'P-1' }] })
  })
})

describe('exactly once', () => {
  test('20 identical requests at once with one key make one participant', async () => {
    const trial = await aWard()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => randomise(nurse, trial.trial_id, bodyFor(trial), { 'Idempotency-Key': key })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.participants))).size).toBe(1)
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(19)
    expect((await readTrialCounters(trial.trial_id)).num_sampled).toBe(1)
  })

  test('64 different ones into one stratum with blocks of 4 make 32 : 32, and numbers without gap', async () => {
    const trial = await aWard({ randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 })
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        randomise(nurse, trial.trial_id, bodyFor(trial), { 'Idempotency-Key': randomUUID() }),
      ),
    )
    const drawn = answers.map(theOne).sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
    expect(drawn.map((participant) => participant.trial_sequence_no)).toEqual(
      Array.from({ length: 64 }, (_, i) => i + 1),
    )
    for (let block = 0; block < 64; block += 4) {
      const names = drawn.slice(block, block + 4).map((participant) => participant.study_group.name)
      expect(names.filter((name) => name === names[0])).toHaveLength(2)
    }
  })

  test('a key under another body is refused, under the same body answered again', async () => {
    const trial = await aWard({ is_participant_id_used: true })
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'A' }), headers)
    const other = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'B' }), headers)
    expect(other.problem?.code).toBe('idempotency_key_reused')
    const repeat = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'A' }), headers)
    expect(repeat).toMatchObject({ status: 201, replayed: true, participants: first.participants })
  })

  test('a refusal leaves the key free for the corrected form', async () => {
    const trial = await aWard()
    const headers = { 'Idempotency-Key': randomUUID() }
    const refused = await randomise(nurse, trial.trial_id, bodyFor(trial, { participant_id: 'A' }), headers)
    expect(refused.status).toBe(422)
    const corrected = await randomise(nurse, trial.trial_id, bodyFor(trial), headers)
    expect(corrected).toMatchObject({ status: 201, replayed: false })
  })

  test('two people may use the same key', async () => {
    const trial = await aWard()
    const headers = { 'Idempotency-Key': randomUUID() }
    const one = await randomise(nurse, trial.trial_id, bodyFor(trial), headers)
    const other = await randomise(administrator, trial.trial_id, bodyFor(trial), headers)
    expect([theOne(one).trial_sequence_no, theOne(other).trial_sequence_no]).toEqual([1, 2])
  })

  test('client id and request counter are a key for 60 seconds', async () => {
    const trial = await aWard()
    const headers = { 'X-Client-Id': randomUUID(), 'X-Request-Counter': '7' }
    const numbers = []
    for (const seconds of [0, 59, 2]) {
      world.clock.step(seconds)
      numbers.push(theOne(await randomise(nurse, trial.trial_id, bodyFor(trial), headers)).trial_sequence_no)
    }
    expect(numbers).toEqual([1, 1, 2])
  })
})

describe('a lost answer', () => {
  const outcomeOf = async (who: SignedIn, trialId: number, key: string): Promise<unknown> => {
    const body = JSON.stringify({ idempotency_key: key })
    const response = await who.fetch(`trials/${trialId}/participants/outcome`, { method: 'POST', body })
    return response.json()
  }

  test('is returned again for its key', async () => {
    const trial = await aWard()
    const key = randomUUID()
    const { participants } = await randomise(nurse, trial.trial_id, bodyFor(trial), { 'Idempotency-Key': key })
    expect(await outcomeOf(nurse, trial.trial_id, key)).toEqual({ outcome: 'randomised', data: participants })
  })

  test('that never took effect closes its key, so that the late original does nothing', async () => {
    const trial = await aWard()
    const key = randomUUID()
    expect(await outcomeOf(nurse, trial.trial_id, key)).toEqual({ outcome: 'nothing_happened' })
    const late = await randomise(nurse, trial.trial_id, bodyFor(trial), { 'Idempotency-Key': key })
    expect(late.problem?.code).toBe('idempotency_key_closed')
    expect(await outcomeOf(nurse, trial.trial_id, key)).toEqual({ outcome: 'nothing_happened' })
    expect((await readTrialCounters(trial.trial_id)).num_sampled).toBe(0)
  })

  test('and its original at once have the same outcome for both', async () => {
    const trial = await aWard()
    for (let round = 0; round < 10; round += 1) {
      const key = randomUUID()
      const [original, outcome] = await Promise.all([
        randomise(nurse, trial.trial_id, bodyFor(trial), { 'Idempotency-Key': key }),
        outcomeOf(nurse, trial.trial_id, key),
      ])
      const expectedOutcome = original.status === 201 ? 'randomised' : 'nothing_happened'
      expect(outcome).toMatchObject({ outcome: expectedOutcome })
    }
  })
})

describe('stored with an allocation', () => {
  test('is a ledger record and an audit entry that does not name the group', async () => {
    const trial = await aWard()
    const { trial_sequence_no } = theOne(await randomise(nurse, trial.trial_id, bodyFor(trial)))
    const { queries } = world.context.database
    const records = await queries
      .selectFrom('ledger_records')
      .select(['record_no', 'record'])
      .where('trial_id', '=', trial.trial_id)
      .orderBy('record_no')
      .execute()
    expect(records.map(({ record }): unknown => JSON.parse(record))).toMatchObject([
      { type: 'settings', i: 1 },
      { type: 'names', i: 2 },
      { type: 'allocation', i: 3, counter: 1, epoch: 1, site: trial.sites[0]?.id },
    ])
    const entry = await queries
      .selectFrom('audit_log')
      .selectAll()
      .where('trial_id', '=', trial.trial_id)
      .where('kind', '=', 'randomised')
      .executeTakeFirstOrThrow()
    expect(entry.description).toContain(`Participant ${trial_sequence_no}`)
    for (const group of trial.study_groups) expect(JSON.stringify(entry)).not.toContain(group.name)
  })

  /** Stores active packs of each study group at the first site, one for each of these days of expiry. */
  const storePacks = async ({ trial_id, sites, study_groups }: BuiltTrial, expiries: readonly (string | null)[]) => {
    const packs = study_groups.flatMap((group) =>
      expiries.map((expire_on, index) => ({
        trial_id,
        site_id: sites[0]?.id ?? null,
        study_group_id: group.id,
        pack_id: `${group.name}-${index}`,
        batch_id: 'B1',
        study_pack_status_id: 2,
        duration: null,
        expire_on,
        confirmation_code: null,
      })),
    )
    await world.context.database.queries.insertInto('study_packs').values(packs).execute()
  }

  test('is the pack of the drawn group, of the soonest expiry', async () => {
    const trial = await aWard({ is_managing_packs: true })
    await storePacks(trial, ['2027-06-30', '2027-03-31', null])
    const { study_group, study_pack } = theOne(await randomise(nurse, trial.trial_id, bodyFor(trial)))
    expect(study_pack).toMatchObject({ pack_id: `${study_group.name}-1`, study_pack_status_id: 5 })
  })

  test('is a pack by chance among those of one expiry', async () => {
    const trial = await aWard({ is_managing_packs: true })
    await storePacks(trial, Array(12).fill('2027-06-30'))
    const given: { group: string; place: number }[] = []
    for (let drawn = 0; drawn < 12; drawn += 1) {
      const { study_group, study_pack } = theOne(await randomise(nurse, trial.trial_id, bodyFor(trial)))
      given.push({ group: study_group.name, place: Number(study_pack?.pack_id.split('-').at(-1)) })
    }
    const placesOf = ({ name }: { name: string }) =>
      given.filter(({ group }) => group === name).map(({ place }) => place)
    const places = trial.study_groups.map(placesOf)
    expect(places).not.toEqual(places.map((each) => each.toSorted((one, other) => one - other)))
  })

  test('a refusal because of missing packs is audited', async () => {
    const trial = await aWard({ is_managing_packs: true })
    await randomise(nurse, trial.trial_id, bodyFor(trial))
    const entries = await world.context.database.queries
      .selectFrom('audit_log')
      .select('kind')
      .where('trial_id', '=', trial.trial_id)
      .where('kind', '=', 'randomisation_refused')
      .execute()
    expect(entries).toHaveLength(1)
  })
})

describe('two processes over one database', () => {
  test('share one trial without a gap, a double number or a broken block', async () => {
    const other = await testPortal({ beside: world })
    try {
      const trial = await aWard({ randomisation_method_id: 1, block_size_min: 2, block_size_max: 2 })
      const people = [nurse, await signedInAs(other, 'nurse')]
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          randomise(people[i % 2] ?? nurse, trial.trial_id, bodyFor(trial), { 'Idempotency-Key': randomUUID() }),
        ),
      )
      const drawn = answers.map(theOne).sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
      expect(drawn.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual(
        Array.from({ length: 40 }, (_, i) => i + 1),
      )
      for (let pair = 0; pair < 40; pair += 2) {
        expect(drawn[pair]?.study_group.name).not.toBe(drawn[pair + 1]?.study_group.name)
      }
    } finally {
      await other.stop()
    }
  })
})
