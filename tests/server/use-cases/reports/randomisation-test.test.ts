import { redrawing } from '#domain/simulation/redraw/redraw'
import { randomSource } from '#domain/randomisation/random-source'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLedgerRecords } from '../../../../src/server/ground/db/ledger'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { drawWords } from '../../../../src/server/ground/ledger/words'
import { epochsOfLedger } from '../../../../src/server/use-cases/simulation/epochs-of-ledger'
import { secretKeysOf } from '../../../../src/server/use-cases/trials/secret-keys'
import {
  aDoneTest,
  compare,
  referenceSetOf,
  startTest,
  storedDoneTest,
  storedTest,
  testOnce,
  testsOf,
} from '../../../support/a-randomisation-test'
import { grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { posted, valueOf } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { exported, exportPaths, exportToken } from '../../../support/export-calls'
import { drawnAt, everybody, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { randomised, saveWith, setTo, shownTo } from '../../../support/save-trial'

/* A randomisation test of a trial: it is started, drawn in a worker, downloaded, and compared with outcomes. */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())

const trialOf = async (many: number, overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await staffedTrial(world, overrides)
  await randomised(people.administrator, trial, many)
  return trial
}

const entriesOf = async ({ trial_id }: BuiltTrial, kind: string) =>
  (await readChain(world.context.database.queries, trial_id)).entries.filter((entry) => entry.kind === kind)

const storedIn = async ({ trial_id }: BuiltTrial) =>
  (
    await world.context.database.queries
      .selectFrom('randomisation_tests')
      .select('id')
      .where('trial_id', '=', trial_id)
      .execute()
  ).length

const outcomesOf = (values: readonly (number | null)[]) =>
  values.map((outcome, place) => ({ participant: String(place + 1), outcome }))

const groupsOf = ({ study_groups }: BuiltTrial) => study_groups.slice(0, 2).map(({ id }) => id)

describe('it is for nobody but unblinded statisticians', () => {
  test.each(['coordinator', 'pharmacist', 'nurse', 'monitor', 'unblinder'] as const)('not for: %s', async (who) => {
    const trial = await trialOf(1)
    const id = await storedTest(world, trial.trial_id)
    const answers = [
      await startTest(people[who], trial.trial_id),
      await testsOf(people[who], trial.trial_id),
      await compare(people[who], trial.trial_id, id, {
        compared: 'means',
        study_group_ids: [1, 2],
        outcomes: outcomesOf([1]),
      }),
      await exportToken(people[who], exportPaths(trial.trial_id)['reference-set']),
    ]
    expect(answers.map(({ status, problem }) => `${status} ${problem?.code}`)).toEqual(Array(4).fill('403 forbidden'))
    const path = `trials/${trial.trial_id}/randomisation-tests/${id}`
    expect((await people[who].fetch(path, { method: 'DELETE' })).status).toBe(403)
    expect(await storedIn(trial)).toBe(1)
  })

  test('a system administrator who is blinded in the trial has none of it, also by a token of before', async () => {
    const trial = await trialOf(2)
    const { trial_id } = trial
    const id = await storedDoneTest(world, trial)
    const { value } = await exportToken(people.administrator, exportPaths(trial_id)['reference-set'])
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_partial: true,
    })
    expect((await startTest(people.administrator, trial_id)).problem?.code).toBe('blinded')
    expect((await testsOf(people.administrator, trial_id)).problem?.code).toBe('blinded')
    const query = `token=${value?.token}&format=csv&test=${id}`
    const path = exportPaths(trial_id)['reference-set']
    expect((await fetch(`${world.url}/api/v1/${path}/download?${query}`)).status).toBe(403)
  })

  test('a test of another trial is not found under this one', async () => {
    const [one, other] = [await trialOf(1), await trialOf(1)]
    const id = await storedTest(world, other.trial_id)
    const [first = 0, second = 0] = groupsOf(one)
    const body = { compared: 'means', study_group_ids: [first, second], outcomes: outcomesOf([1]) }
    expect((await compare(people.administrator, one.trial_id, id, body)).status).toBe(404)
    const path = `trials/${one.trial_id}/randomisation-tests/${id}`
    expect((await people.administrator.fetch(path, { method: 'DELETE' })).status).toBe(404)
    const { problem } = await exported(
      world.url,
      people.administrator,
      exportPaths(one.trial_id)['reference-set'],
      'csv',
      `test=${id}`,
    )
    expect(problem?.code).toBe('not_found')
  })
})

describe('a start is refused', () => {
  test('before anybody was randomised', async () => {
    const trial = await staffedTrial(world)
    const { status, problem } = await startTest(people.administrator, trial.trial_id)
    expect([status, problem?.code]).toEqual([409, 'no_participants_yet'])
    expect(await storedIn(trial)).toBe(0)
  })

  test.each([
    [{ replicates: 999 }, { replicates: 'Must be at least 1000' }],
    [{ replicates: 100_001 }, { replicates: 'Must be at most 100000' }],
    [{ seed: 2 ** 32 }, { seed: 'Must be at most 4294967295' }],
    [{ seed: 1.5 }, { seed: 'Must be a whole number' }],
    [{ outcomes: [] }, { outcomes: 'Unknown field' }],
  ])('%j', async (body, fields) => {
    const trial = await trialOf(1)
    const { status, problem } = await startTest(people.administrator, trial.trial_id, body)
    expect([status, problem?.fields]).toEqual([422, fields])
  })

  test('where two of the trial are under way, until one is cancelled', async () => {
    const trial = await trialOf(1)
    const waiting = { heard_at: world.context.now(), state: 'running' } as const
    const ids = [await storedTest(world, trial.trial_id), await storedTest(world, trial.trial_id)]
    await world.context.database.queries
      .updateTable('randomisation_tests')
      .set(waiting)
      .where('id', 'in', ids)
      .execute()
    expect((await startTest(people.administrator, trial.trial_id)).problem?.code).toBe('too_many_randomisation_tests')
    const path = `trials/${trial.trial_id}/randomisation-tests/${ids[0]}`
    const cancel = () => people.administrator.fetch(path, { method: 'DELETE' })
    expect((await cancel()).status).toBe(204)
    // A second cancellation changes nothing and records nothing.
    expect((await cancel()).status).toBe(204)
    expect(await entriesOf(trial, 'randomisation_test_cancelled')).toHaveLength(1)
    const { id } = valueOf(await startTest(people.administrator, trial.trial_id))
    expect((await testOnce(people.administrator, trial.trial_id, id)).state).toBe('done')
  })
})

describe('a test', () => {
  test('is stored and recorded once for its key, with its seed', async () => {
    const trial = await trialOf(2)
    const headers = { 'Idempotency-Key': `redraw-${trial.trial_id}` }
    const first = await startTest(people.administrator, trial.trial_id, { seed: 42 }, headers)
    const again = await startTest(people.administrator, trial.trial_id, { seed: 42 }, headers)
    expect([first.status, again.status, again.replayed, again.value]).toEqual([201, 201, true, first.value])
    expect(await storedIn(trial)).toBe(1)
    const entries = await entriesOf(trial, 'randomisation_test_started')
    expect(entries.map(({ changes }) => changes)).toEqual([
      [
        { field: 'replicates', old: null, new: 1000 },
        { field: 'seed', old: null, new: 42 },
        { field: 'ledger_length', old: null, new: expect.any(Number) },
      ],
    ])
  })

  test('is of the ledger as it stood, whoever is randomised later, and the same for the same seed', async () => {
    const trial = await trialOf(3)
    const [done, same] = await Promise.all([
      aDoneTest(people.administrator, trial.trial_id, { seed: 9 }),
      aDoneTest(people.administrator, trial.trial_id, { seed: 9 }),
    ])
    await randomised(people.administrator, trial, 2)
    const setOf = ({ id }: { id: number }) => referenceSetOf(world.url, people.administrator, trial.trial_id, id)
    const rows = await setOf(done)
    expect(await setOf(same)).toEqual(rows)
    expect(rows).toHaveLength(1001)
    const [a = 0, b = 0] = groupsOf(trial).toSorted((one, other) => one - other)
    for (const [place, row] of rows.entries())
      expect(row).toMatchObject({
        replicate: String(place),
        draws: expect.stringMatching(/^[AB]{3}$/),
        key: `A=${a} B=${b}`,
        participants: '3',
        replicates: '1000',
        seed: '9',
        ledger_length: String(done.ledger_length),
        ledger_head: done.ledger_head,
        software_version: world.context.version,
      })
    // The first row is the trial itself.
    const drawn = await drawnGroups(trial, 3)
    expect((rows[0]?.['draws'] ?? '').split('').map((letter) => (letter === 'A' ? a : b))).toEqual(drawn)
  })

  test('each download is recorded', async () => {
    const trial = await trialOf(2)
    const id = await storedDoneTest(world, trial)
    await referenceSetOf(world.url, people.administrator, trial.trial_id, id)
    const entries = await entriesOf(trial, 'list_exported')
    expect(entries.map(({ description, changes }) => [description, changes])).toEqual([
      [
        expect.stringContaining('Reference set'),
        [
          { field: 'rows', old: null, new: 1001 },
          { field: 'filter.test', old: null, new: id },
        ],
      ],
    ])
  })

  test('without a reference set gives out nothing', async () => {
    const trial = await trialOf(1)
    const id = await storedTest(world, trial.trial_id)
    const [first = 0, second = 0] = groupsOf(trial)
    const body = { compared: 'means', study_group_ids: [first, second], outcomes: outcomesOf([1]) }
    expect((await compare(people.administrator, trial.trial_id, id, body)).problem?.code).toBe(
      'reference_set_not_ready',
    )
    const { problem } = await exported(
      world.url,
      people.administrator,
      exportPaths(trial.trial_id)['reference-set'],
      'csv',
      `test=${id}`,
    )
    expect(problem?.code).toBe('reference_set_not_ready')
  })
})

/** The groups of a trial's first participants, by the ledger. */
const drawnGroups = async ({ trial_id }: BuiltTrial, many: number) => {
  const links = await findLedgerRecords(world.context.database.queries, trial_id, { after: 0, upTo: 1000 })
  return links
    .map(({ rec }): { type: string; groups?: number[] } => JSON.parse(rec))
    .flatMap(({ type, groups = [] }) => (type === 'allocation' ? groups : []))
    .slice(0, many)
}

describe('outcomes are compared', () => {
  test('against the reference set, as its own file says', async () => {
    const trial = await trialOf(8, { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 })
    const done = await aDoneTest(people.administrator, trial.trial_id, { seed: 3 })
    const [a = 0, b = 0] = groupsOf(trial).toSorted((one, other) => one - other)
    const values = [3, 1, 4, 1.5, 5, 9, null, 6]
    const body = { compared: 'means', study_group_ids: [a, b], outcomes: outcomesOf(values) }
    const result = valueOf(await compare(people.administrator, trial.trial_id, done.id, body))
    const rows = await referenceSetOf(world.url, people.administrator, trial.trial_id, done.id)
    const meanOf = (draws: string, letter: string) => {
      const own = values.flatMap((value, place) => (value !== null && draws[place] === letter ? [value] : []))
      return own.reduce((sum, value) => sum + value, 0) / own.length
    }
    const differences = rows.map(({ draws = '' }) => meanOf(draws, 'A') - meanOf(draws, 'B'))
    const [observed = 0, ...redrawn] = differences
    const extreme = redrawn.filter((difference) => Math.abs(difference) >= Math.abs(observed) - 1e-9).length
    expect(result).toMatchObject({
      compared: 'means',
      missing: 1,
      replicates: 1000,
      left_out: 0,
      as_extreme: extreme,
      p_value: (1 + extreme) / 1001,
    })
    expect(result.difference).toBeCloseTo(observed, 12)
    expect(result.groups.map(({ study_group }) => study_group.id)).toEqual([a, b])
  })

  test('and are stored nowhere: the record has how many there were', async () => {
    const trial = await trialOf(4)
    const id = await storedDoneTest(world, trial, 4)
    const [first = 0, second = 0] = groupsOf(trial)
    const body = {
      compared: 'proportions',
      study_group_ids: [first, second],
      outcomes: outcomesOf([1, 0, 1, 0]),
    }
    const before = await keysStored()
    valueOf(await compare(people.administrator, trial.trial_id, id, body))
    valueOf(await compare(people.administrator, trial.trial_id, id, body))
    expect(await keysStored()).toBe(before)
    const entries = await entriesOf(trial, 'outcomes_compared')
    expect(entries.map(({ changes }) => changes)).toEqual(
      Array.from({ length: 2 }, () => [
        { field: 'compared', old: null, new: 'proportions' },
        { field: 'study_group_ids', old: null, new: `${first}, ${second}` },
        { field: 'outcomes', old: null, new: 4 },
      ]),
    )
  })

  test.each([
    ['somebody unknown', 'means', [['99', 1]], { 'outcomes.0.participant': 'No participant of this test has this ID' }],
    [
      'somebody twice',
      'means',
      [
        ['1', 1],
        ['1', 2],
      ],
      { 'outcomes.1.participant': 'This participant has another row above' },
    ],
    ['a proportion of 2', 'proportions', [['1', 2]], { 'outcomes.0.outcome': 'Must be 0 or 1' }],
    ['a text', 'means', [['1', 'x']], { 'outcomes.0.outcome': 'Must be a number' }],
    [
      'no outcome in a group',
      'means',
      [['1', 1]],
      { study_group_ids: 'Each of the two groups needs at least one outcome' },
    ],
    ['none at all', 'means', [], { outcomes: 'Give at least one outcome' }],
  ])('not with %s', async (_, compared, rows, fields) => {
    const trial = await trialOf(2)
    const id = await storedDoneTest(world, trial)
    const [first = 0, second = 0] = groupsOf(trial)
    const outcomes = rows.map(([participant, outcome]) => ({ participant, outcome }))
    const { status, problem } = await compare(people.administrator, trial.trial_id, id, {
      compared,
      study_group_ids: [first, second],
      outcomes,
    })
    expect([status, problem?.fields]).toEqual([422, fields])
    expect(await entriesOf(trial, 'outcomes_compared')).toEqual([])
  })

  test('not where each replicate has both outcomes in one group: p = 1 would be untrue', async () => {
    const trial = await trialOf(2)
    const id = await storedDoneTest(world, trial, 2, 0b00)
    const { status, problem } = await compare(people.administrator, trial.trial_id, id, {
      compared: 'means',
      study_group_ids: groupsOf(trial),
      outcomes: outcomesOf([1, 9]),
    })
    const message = 'No p-value can be calculated. In each replicate one of the two groups has no outcome'
    expect([status, problem?.fields]).toEqual([422, { outcomes: message }])
    expect(await entriesOf(trial, 'outcomes_compared')).toEqual([])
  })

  test('not of a group with itself, nor of another trial', async () => {
    const trial = await trialOf(2)
    const other = await trialOf(1)
    const id = await storedDoneTest(world, trial)
    const [first = 0] = groupsOf(trial)
    for (const pair of [
      [first, first],
      [first, groupsOf(other)[0]],
    ]) {
      const body = { compared: 'means', study_group_ids: pair, outcomes: outcomesOf([1, 2]) }
      const { problem } = await compare(people.administrator, trial.trial_id, id, body)
      expect(Object.keys(problem?.fields ?? {})).toEqual(['study_group_ids'])
    }
  })

  test('by participant ID, whatever its case; where two have the same, by # and the sequence number', async () => {
    const trial = await staffedTrial(world, {
      is_participant_id_used: true,
    })
    for (const participant_id of ['P-1', 'P-2', 'P-2', 'P-3']) await randomisedAs(trial, participant_id)
    const id = await storedDoneTest(world, trial, 4)
    const [first = 0, second = 0] = groupsOf(trial)
    const by = (...names: string[]) => ({
      compared: 'means',
      study_group_ids: [first, second],
      outcomes: names.map((participant, place) => ({ participant, outcome: place })),
    })
    const twice = await compare(people.administrator, trial.trial_id, id, by('p-1', 'P-2'))
    expect(twice.problem?.fields).toEqual({
      'outcomes.1.participant': 'Several participants have this ID. Write # and the sequence number',
    })
    const result = valueOf(await compare(people.administrator, trial.trial_id, id, by(' p-1', '#2', '#3', 'P-3')))
    expect(result.missing).toBe(0)
  })
})

describe('a participant ID that reads as a sequence number', () => {
  const AMBIGUOUS =
    'This is both a participant ID and a sequence number. Write ## and the participant’s sequence number'

  const testOfIds = async (...participantIds: string[]) => {
    const trial = await staffedTrial(world, { is_participant_id_used: true })
    for (const participant_id of participantIds) await randomisedAs(trial, participant_id)
    const id = await storedDoneTest(world, trial, 4)
    const compared = (...names: string[]) =>
      compare(people.administrator, trial.trial_id, id, {
        compared: 'means',
        study_group_ids: groupsOf(trial),
        outcomes: names.map((participant, place) => ({ participant, outcome: place })),
      })
    return { trial, compared }
  }

  test('is refused where it is the ID of another participant, by its row; ## and the number is clear', async () => {
    const { compared } = await testOfIds('#3', 'P-2', 'P-3', '#4')
    const refused = await compared('P-2', '#3', 'P-3', '#4')
    expect([refused.status, refused.problem?.fields]).toEqual([422, { 'outcomes.1.participant': AMBIGUOUS }])
    expect(valueOf(await compared('P-2', '##1', 'P-3', '#4')).missing).toBe(0)
  })

  test('is refused where it is the ID of someone randomised after the test', async () => {
    const { trial, compared } = await testOfIds('P-1', 'P-2', 'P-3', 'P-4')
    await randomisedAs(trial, '#2')
    expect((await compared('P-1', '#2')).problem?.fields).toEqual({ 'outcomes.1.participant': AMBIGUOUS })
    await randomisedAs(trial, 'P-4')
    expect((await compared('P-1', 'P-4')).problem?.fields).toEqual({
      'outcomes.1.participant': 'Several participants have this ID. Write # and the sequence number',
    })
    await randomisedAs(trial, 'P-9')
    expect((await compared('P-1', 'P-9')).problem?.fields).toEqual({
      'outcomes.1.participant': 'No participant of this test has this ID',
    })
  })
})

const keysStored = async () =>
  (await world.context.database.queries.selectFrom('idempotency_keys').select('key').execute()).length

const randomisedAs = async ({ trial_id, sites }: BuiltTrial, participant_id: string) => {
  const body = { site_id: sites[0]?.id, participant_strata: [], participant_id, approve_duplicate: true }
  const { problem } = await randomise(people.administrator, trial_id, body)
  expect(problem).toBeNull()
}

test('drawn with the trial’s own words, a redraw is the ledger: epochs, strata, sites and flags that moved counts', async () => {
  const { administrator } = people
  const trial = await staffedTrial(world, {
    randomisation_method_id: 3,
    is_stratified: true,
    is_site_stratified: true,
    exclude_flagged_participants: true,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
  })
  const one = await drawnAt(administrator, trial, 0, [0])
  for (const [site, option] of PLACES) await drawnAt(administrator, trial, site, [option])
  const flag = () =>
    administrator.fetch(`trials/${trial.trial_id}/participants/${one.id}/flag`, posted({ comment: 'Withdrew' }))
  await flag()
  for (const [site, option] of PLACES) await drawnAt(administrator, trial, site, [option])
  await setTo(administrator, trial.trial_id, 'paused')
  const { study_groups } = await shownTo(administrator, trial.trial_id)
  const weighted = study_groups.map((group, place) => ({ ...group, weight: place === 0 ? 2 : 1 }))
  valueOf(await saveWith(administrator, trial.trial_id, { study_groups: weighted }))
  await setTo(administrator, trial.trial_id, 'started')
  for (const [site, option] of [...PLACES, ...PLACES]) await drawnAt(administrator, trial, site, [option])

  const stored = await findTrial(world.context.database.queries, trial.trial_id)
  if (!stored) throw new Error('no trial')
  const { drawKey } = secretKeysOf(world.context, stored)
  const links = await findLedgerRecords(world.context.database.queries, trial.trial_id, { after: 0, upTo: 1000 })
  const { participants, cells, redraw } = redrawing(epochsOfLedger(links.map(({ rec }) => rec)))
  const into = new Uint16Array(participants).fill(NOBODY)
  // A minimisation picks once for each participant, for the first who is not drawn yet.
  const pick = (weights: readonly number[]) => randomSource(drawWords(drawKey, into.indexOf(NOBODY) + 1)).pick(weights)
  redraw({ pick, uniform: () => 0n, below: () => 0, offered: () => [] }, into)
  expect(Array.from(into, (cell) => cells[cell]?.[0])).toEqual(await drawnGroups(trial, participants))
  expect(participants).toBe(1 + 4 * PLACES.length)
})

const NOBODY = 0xffff
const PLACES: readonly (readonly [site: number, option: number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [0, 0],
  [1, 1],
]
