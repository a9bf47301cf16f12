import { getLedger } from '#contract/ledger'
import { refused } from '#domain/outcome'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../../../src/server/ground/db/transaction'
import { sealDrawState } from '../../../../../src/server/ground/secrets/draw-state-seal'
import { checkTrial } from '../../../../../src/server/use-cases/operation/self-check/check-trial'
import type { Difference } from '../../../../../src/server/use-cases/operation/self-check/difference'
import { aTrial, type TrialOverrides } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { setTo } from '../../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { verdictOn } from '../../../../verifier/run-verifier'
import { aLivedTrial } from './lived-trial'

let world: TestPortal
let administrator: SignedIn
let trialId: number

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trialId = (await aLivedTrial(world)).trial_id
})
afterAll(() => world.stop())

const check = (id = trialId) => checkTrial(world.context, id)

describe('a trial with every event', () => {
  test.each<[string, TrialOverrides]>([
    ['an urn', {}],
    ['minimisation', { randomisation_method_id: 3 }],
    ['blocks', { randomisation_method_id: 1, block_size_min: 2, block_size_max: 6 }],
    ['simple', { randomisation_method_id: 4 }],
    ['without leaving flagged participants out', { exclude_flagged_participants: false }],
  ])('agrees with its ledger: %s', async (_says, overrides) => {
    const { trial_id } = await aLivedTrial(world, overrides)
    expect(await check(trial_id)).toBeNull()
    // The verifier shares no code with the check, and finds the same.
    const ledger = valueOf(await ask(administrator, getLedger.response, `trials/${trial_id}/ledger`))
    expect(verdictOn(ledger)).toMatchObject({ code: 0 })
    expect(ledger.length).toBeGreaterThan(19)
  })

  test('agrees when there are more records than are read at once', async () => {
    const trial = await aTrial(world, { randomisation_method_id: 2 })
    const site_id = trial.sites[0]?.id
    for (let n = 0; n < 18; n += 1)
      await Promise.all(Array.from({ length: 32 }, () => randomise(administrator, trial.trial_id, { site_id })))
    expect(await check(trial.trial_id)).toBeNull()
  })

  test('is checked while it continues', async () => {
    const trial = await aTrial(world, { randomisation_method_id: 2 })
    const body = { site_id: trial.sites[0]?.id }
    const differences: unknown[] = []
    for (let n = 0; n < 20; n += 1) {
      const [, difference] = await Promise.all([randomise(administrator, trial.trial_id, body), check(trial.trial_id)])
      differences.push(difference)
    }
    await setTo(administrator, trial.trial_id, 'finished')
    expect([...differences, await check(trial.trial_id)].filter((one) => one !== null)).toEqual([])
  })
})

/** The finding of the check after a forbidden change to the database, which is undone afterwards. */
const differenceAfter = async (...changes: RawBuilder<unknown>[]): Promise<Difference | null> => {
  const { context } = world
  const result = await inTransaction<never, Difference | null>(context.database, async (transaction) => {
    await sql`alter table ledger_records disable trigger user`.execute(transaction)
    for (const change of changes) await change.execute(transaction)
    const inside = { ...context, database: { ...context.database, queries: transaction } }
    return refused(await checkTrial(inside, trialId))
  })
  return result.ok ? null : result.refusal
}

const sealer = () => ({ seed_key: world.context.config.seed_key, randomBytes: world.context.randomBytes })

/** A state that an attacker with the key has sealed. */
const sealedAs = (stratum_key: string, trial_uuid: string, state: object) => {
  const sealed = sealDrawState(sealer(), { trial_uuid, stratum_key }, state)
  return sql`update stratum_states set sealed = ${sealed} where trial_id = ${trialId} and stratum_key = ${stratum_key}`
}

/** Records of the trial: 1 settings, 2 names, 3 to 11 drawn, 12 and 13 flags, 14 and 15 a flag set and lifted, … */
const record = (change: RawBuilder<unknown>, no: number) =>
  sql`update ledger_records set ${change} where trial_id = ${trialId} and record_no = ${no}`
const trial = (change: RawBuilder<unknown>) => sql`update trials set ${change} where id = ${trialId}`
const participant = (change: RawBuilder<unknown>, counter: number) =>
  sql`update participants set ${change} where trial_id = ${trialId} and allocation_counter = ${counter}`
const ofParticipant = (counter: number) =>
  sql`(select id from participants where trial_id = ${trialId} and allocation_counter = ${counter})`

const OTHER = 'ab'.repeat(32)

describe('a check finds a difference from the seed and the records', () => {
  test('and none where nothing was changed', async () => {
    expect(await differenceAfter()).toBeNull()
  })

  test.each<[string, () => RawBuilder<unknown>[], Difference]>([
    [
      'a seed that is another’s',
      () => [trial(sql`trial_uuid = gen_random_uuid()`)],
      { code: 'seed_unreadable', record: null, where: null },
    ],
    [
      'another commitment',
      () => [trial(sql`commitment = ${OTHER}`)],
      { code: 'commitment_differs', record: null, where: null },
    ],
    [
      'another nonce',
      () => [trial(sql`nonce_hex = '0011223344556677'`)],
      { code: 'link_differs', record: 1, where: null },
    ],
    [
      'a record changed',
      () => [
        record(sql`record = replace(record, '"arm":0', '"arm":1')`, 5),
        record(sql`record = replace(record, '"arm":1', '"arm":2')`, 5),
      ],
      { code: 'link_differs', record: 5, where: null },
    ],
    [
      'a record that is none',
      () => [record(sql`record = 'drawn'`, 5)],
      { code: 'record_unreadable', record: 5, where: null },
    ],
    ['a leaf changed', () => [record(sql`leaf = ${OTHER}`, 6)], { code: 'link_differs', record: 6, where: null }],
    ['a head changed', () => [record(sql`head = ${OTHER}`, 6)], { code: 'link_differs', record: 6, where: null }],
    [
      'a record dropped',
      () => [sql`delete from ledger_records where trial_id = ${trialId} and record_no = 7`],
      { code: 'record_out_of_turn', record: 8, where: null },
    ],
    [
      'all records dropped',
      () => [sql`delete from ledger_records where trial_id = ${trialId}`],
      { code: 'chain_ends_elsewhere', record: null, where: null },
    ],
    [
      'the last record dropped',
      () => [
        sql`delete from ledger_records where trial_id = ${trialId} and record_no = (select ledger_length from trials where id = ${trialId})`,
      ],
      { code: 'chain_ends_elsewhere', record: null, where: null },
    ],
    [
      'two records swapped',
      () => [record(sql`record_no = -1`, 7), record(sql`record_no = 7`, 8), record(sql`record_no = 8`, -1)],
      { code: 'record_out_of_turn', record: 7, where: null },
    ],
    [
      'another head of the trial',
      () => [trial(sql`ledger_head = ${OTHER}`)],
      { code: 'chain_ends_elsewhere', record: null, where: null },
    ],
    [
      'another length of the trial',
      () => [trial(sql`ledger_length = ledger_length + 1`)],
      { code: 'chain_ends_elsewhere', record: null, where: null },
    ],
    [
      'another site of a participant',
      () => [
        participant(
          sql`site_id = (select max(id) from sites as other where other.trial_id = participants.trial_id and other.id <> participants.site_id)`,
          1,
        ),
      ],
      { code: 'participant_differs', record: 3, where: null },
    ],
    [
      'another arm of a participant',
      () => [participant(sql`arm = 1 - arm`, 3)],
      { code: 'participant_differs', record: 5, where: null },
    ],
    [
      'another group of a participant',
      () => [
        sql`update participant_groups set study_group_id = (select sum(id) from study_groups where trial_id = ${trialId}) - study_group_id where participant_id = ${ofParticipant(3)}`,
      ],
      { code: 'participant_differs', record: 5, where: null },
    ],
    [
      'no group of a participant',
      () => [sql`delete from participant_groups where participant_id = ${ofParticipant(3)}`],
      { code: 'participant_differs', record: 5, where: null },
    ],
    [
      'no answer to a stratum',
      () => [sql`delete from participant_strata where participant_id = ${ofParticipant(3)}`],
      { code: 'participant_differs', record: 5, where: null },
    ],
    [
      'another time of a participant',
      () => [participant(sql`created_at = created_at - interval '1 second'`, 4)],
      { code: 'participant_differs', record: 6, where: null },
    ],
    [
      'another number of a participant',
      () => [participant(sql`trial_sequence_no = 99`, 4)],
      { code: 'participant_differs', record: 6, where: null },
    ],
    [
      'a participant who was never drawn',
      () => [
        sql`insert into participants (trial_id, trial_sequence_no, created_at, created_by, site_id, allocation_counter, arm) select trial_id, 99, created_at, created_by, site_id, 99, arm from participants where id = ${ofParticipant(1)}`,
      ],
      { code: 'counters_differ', record: null, where: 'participants' },
    ],
    [
      'a participant whose counter is another',
      () => [participant(sql`allocation_counter = 99`, 4)],
      { code: 'participant_missing', record: 6, where: null },
    ],
    [
      'a flag taken away',
      () => [participant(sql`is_flagged = false`, 5)],
      { code: 'flags_differ', record: null, where: 'is_flagged' },
    ],
    [
      'a participant counted out',
      () => [participant(sql`is_counted_out = true`, 7)],
      { code: 'flags_differ', record: null, where: 'is_counted_out' },
    ],
    [
      'the number sampled',
      () => [trial(sql`num_sampled = num_sampled + 1`)],
      { code: 'counters_differ', record: null, where: 'num_sampled' },
    ],
    [
      'the allocation counter',
      () => [trial(sql`allocation_counter = allocation_counter + 1`)],
      { code: 'counters_differ', record: null, where: 'allocation_counter' },
    ],
    [
      'the last number',
      () => [trial(sql`last_sequence_no = 1`)],
      { code: 'counters_differ', record: null, where: 'last_sequence_no' },
    ],
    ['the epoch', () => [trial(sql`epoch = 1`)], { code: 'counters_differ', record: null, where: 'epoch' }],
    [
      'settings that nobody recorded',
      () => [trial(sql`urn_beta = 9`)],
      { code: 'settings_differ', record: null, where: null },
    ],
    [
      'a weight that nobody recorded',
      () => [
        sql`update study_groups set weight = 5 where id = (select min(id) from study_groups where trial_id = ${trialId})`,
      ],
      { code: 'settings_differ', record: null, where: null },
    ],
  ])('%s', async (_says, changes, expected) => {
    expect(await differenceAfter(...changes())).toEqual(expected)
  })

  test.each<[string, (key: string, uuid: string) => RawBuilder<unknown>]>([
    ['a count changed', (key, uuid) => sealedAs(key, uuid, { counts: [7, 0] })],
    ['a count more than there are cells', (key, uuid) => sealedAs(key, uuid, { counts: [1, 1, 1] })],
    ['a state dropped', (key) => sql`delete from stratum_states where trial_id = ${trialId} and stratum_key = ${key}`],
  ])('in the states between draws: %s', async (_says, change) => {
    const { queries } = world.database
    const rows = await queries
      .selectFrom('stratum_states')
      .innerJoin('trials', 'trials.id', 'trial_id')
      .select(['stratum_key', 'trial_uuid'])
      .where('trial_id', '=', trialId)
      .execute()
    expect(rows.length).toBeGreaterThan(6)
    for (const { stratum_key, trial_uuid } of rows)
      expect(await differenceAfter(change(stratum_key, trial_uuid))).toEqual({
        code: 'states_differ',
        record: null,
        where: stratum_key,
      })
  })

  test('in the states between draws: a state that no draw left', async () => {
    const query = world.database.queries.selectFrom('trials').select('trial_uuid').where('id', '=', trialId)
    const { trial_uuid } = await query.executeTakeFirstOrThrow()
    const sealed = sealDrawState(sealer(), { trial_uuid, stratum_key: 'epoch=9' }, { counts: [0, 0] })
    const made = sql`insert into stratum_states (trial_id, stratum_key, sealed) values (${trialId}, 'epoch=9', ${sealed})`
    expect(await differenceAfter(made)).toEqual({ code: 'states_differ', record: null, where: 'epoch=9' })
  })
})
