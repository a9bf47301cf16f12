import { listOwnAllocationLists } from '#contract/allocation-lists'
import { getLedger } from '#contract/ledger'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLists } from '../../../../../src/server/ground/db/allocation-lists'
import { findTrial } from '../../../../../src/server/ground/db/trials'
import type { SeedKeys } from '../../../../../src/server/ground/secrets/seed-keys'
import { resealTrial } from '../../../../../src/server/use-cases/operation/sealed-values/reseal-trial'
import { contentOfList } from '../../../../../src/server/use-cases/trials/own-lists/stored-lists'
import { checkTrial } from '../../../../../src/server/use-cases/operation/self-check/check-trial'
import { grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { groupsInBlocks, rowsOf } from '../../../../support/list-rows'
import { startTest } from '../../../../support/a-randomisation-test'
import { aTrialByList, confirmWaiting, listOf, nameAuthor, startTrial, upload } from '../../../../support/own-list'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { reveal } from '../../../../support/revealed-trial'
import { saveWith, setTo, storedAbout } from '../../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { verdictOn } from '../../../../verifier/run-verifier'

/* A statistician's own list, from the choice of its author to the check of its ledger (decision 0103). */

let world: TestPortal
/** The person who chooses the author and confirms. */
let administrator: SignedIn
/** The author of lists, who has no permission anywhere. */
let author: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  author = await signedInAs(world, 'pharmacist')
})
afterAll(() => world.stop())

const authorId = () => world.personId('pharmacist')
const about = (trialId: number) => storedAbout(world.database.queries, trialId)
const ledgerOf = async (trialId: number) =>
  valueOf(await ask(administrator, getLedger.response, `trials/${trialId}/ledger`))

const authored = async (overrides: Parameters<typeof aTrialByList>[1] = {}): Promise<BuiltTrial> => {
  const trial = await aTrialByList(world, overrides)
  valueOf(await nameAuthor(administrator, trial.trial_id, authorId()))
  return trial
}

/** A started trial with a confirmed list of 20 rows in blocks of 4. */
const started = async (): Promise<{ trial: BuiltTrial; groups: string[] }> => {
  const trial = await authored()
  const groups = groupsInBlocks(trial)
  valueOf(await upload(author, trial.trial_id, rowsOf(groups)))
  valueOf(await confirmWaiting(administrator, trial.trial_id))
  valueOf(await startTrial(administrator, trial.trial_id))
  return { trial, groups }
}

const draw = async ({ trial_id, sites }: BuiltTrial) =>
  randomise(administrator, trial_id, { site_id: sites[0]?.id, participant_strata: [] })

const drawMany = async (trial: BuiltTrial, many: number): Promise<string[]> => {
  const names: string[] = []
  for (let i = 0; i < many; i += 1) {
    const { participants, problem } = await draw(trial)
    if (problem) throw new Error(problem.message)
    names.push(participants[0]?.study_group?.name ?? '')
  }
  return names
}

describe('an author is not named', () => {
  test('who has a permission in the trial, or in the system', async () => {
    const { trial_id } = await aTrialByList(world)
    await grant(world, {
      person: 'nurse',
      role: 'Site viewer',
      trial_id,
      site_id: (await sitesOf(trial_id))[0] ?? null,
    })
    const before = await about(trial_id)
    for (const person of ['nurse', 'administrator'] as const) {
      const { status, problem } = await nameAuthor(administrator, trial_id, world.personId(person))
      expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, ['user_id']])
    }
    expect(await about(trial_id)).toEqual(before)
  })

  test('in a trial by another method', async () => {
    const { trial_id } = await aTrialByList(world, { randomisation_method_id: 4 })
    expect((await nameAuthor(administrator, trial_id, authorId())).problem?.code).toBe('list_not_used')
  })

  test('by a person who is blinded, who cannot read how the list stands either', async () => {
    const { trial_id } = await authored()
    await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
    await grant(world, { person: 'coordinator', role: 'Trial viewer', trial_id, site_id: null, is_blinded_whole: true })
    const blinded = await signedInAs(world, 'coordinator')
    expect((await nameAuthor(blinded, trial_id, authorId())).problem?.code).toBe('blinded')
    expect((await blinded.fetch(`trials/${trial_id}/allocation-list`)).status).toBe(403)
  })
})

const sitesOf = async (trialId: number): Promise<number[]> => {
  const rows = await world.database.queries.selectFrom('sites').select('id').where('trial_id', '=', trialId).execute()
  return rows.map(({ id }) => id)
}

describe('whoever makes the list sees no participant', () => {
  test('neither the trial nor its participants are there for them', async () => {
    const { trial_id } = await authored()
    for (const path of ['', '/participants', '/statistics', '/allocation-list', '/ledger'])
      expect((await author.fetch(`trials/${trial_id}${path}`)).status).toBe(404)
  })

  test.each([
    ['in the trial', 3],
    ['in the whole service', 1],
  ])('no permission %s is given to them, also once another makes the list', async (_where, role_id) => {
    const { trial } = await started()
    const { trial_id } = trial
    valueOf(await nameAuthor(administrator, trial_id, world.personId('nurse')))
    const permission = { role_id, trial_id: role_id === 1 ? null : trial_id, site_id: null }
    const fresh = await signedInAs(world, 'administrator')
    const given = await fresh.fetch(`users/${authorId()}/permissions`, posted(permission))
    expect([given.status, await given.json()]).toMatchObject([409, { code: 'list_author' }])
  })
})

describe('a list is refused, and nothing is stored', () => {
  test.each<[says: string, rows: (trial: BuiltTrial) => unknown[], told: object]>([
    [
      'with the row at fault',
      (trial) => rowsOf([...groupsInBlocks(trial), 'Nobody']),
      { rows: [{ row: 21, column: 'study_groups', message: 'No study group is called “Nobody”' }] },
    ],
    [
      'in another ratio',
      (trial) => rowsOf(groupsInBlocks(trial, ['AAAA', 'ABAA', 'AAAB', 'AAAA', 'BAAA'])),
      { fields: { rows: expect.stringContaining('ratio') } },
    ],
    [
      'in an order that gives it away',
      (trial) => rowsOf(groupsInBlocks(trial, ['ABAB', 'ABAB', 'ABAB', 'ABAB', 'ABAB'])),
      { fields: { rows: expect.stringContaining('The same order is repeated') } },
    ],
    ['without a row', () => [], { fields: { rows: 'Must have at least one row' } }],
  ])('%s', async (_says, rows, told) => {
    const trial = await authored()
    const before = await about(trial.trial_id)
    const { status, problem } = await upload(author, trial.trial_id, rows(trial))
    expect([status, problem]).toMatchObject([422, told])
    expect(await about(trial.trial_id)).toEqual(before)
    expect((await listOf(administrator, trial.trial_id)).lists).toEqual([])
  })

  test('from anybody but the author, for whom there is no such trial', async () => {
    const trial = await authored()
    for (const who of [administrator, await signedInAs(world, 'nurse')])
      expect((await upload(who, trial.trial_id, rowsOf(groupsInBlocks(trial)))).status).toBe(404)
  })

  test('from an author who was replaced', async () => {
    const trial = await authored()
    valueOf(await nameAuthor(administrator, trial.trial_id, world.personId('nurse')))
    expect((await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial)))).status).toBe(404)
  })
})

test('an upload under one key is one list, with its commitment in the audit log before the start', async () => {
  const trial = await authored()
  const rows = rowsOf(groupsInBlocks(trial))
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await upload(author, trial.trial_id, rows, key)
  const again = await upload(author, trial.trial_id, rows, key)
  expect([first.replayed, again.replayed, again.value]).toEqual([false, true, first.value])
  const { lists } = await listOf(administrator, trial.trial_id)
  const hash = lists[0]?.hash
  expect(lists).toHaveLength(1)
  const entries = await world.database.queries
    .selectFrom('audit_log')
    .selectAll()
    .where('chain', '=', trial.trial_id)
    .where('kind', '=', 'list_uploaded')
    .execute()
  expect(entries).toMatchObject([{ user_id: authorId(), changes: [{ field: 'list_hash', old: null, new: hash }] }])
})

test('nothing that is stored or shown has a row', async () => {
  const trial = await authored()
  const { text } = await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial)))
  const shown = JSON.stringify(await listOf(administrator, trial.trial_id))
  const stored = await world.database.queries
    .selectFrom('allocation_lists')
    .select('sealed')
    .where('trial_id', '=', trial.trial_id)
    .execute()
  const sealed = stored.map((row) => Buffer.from(row.sealed).toString('latin1'))
  for (const leaked of [text, shown, ...sealed]) expect(leaked).not.toMatch(/"cells"|"position":\d+,"study_groups"/)
})

describe('a trial does not start', () => {
  test('without a list, nor with one that nobody confirmed', async () => {
    const trial = await authored()
    const refusedWith = async () => (await startTrial(administrator, trial.trial_id)).problem
    expect(await refusedWith()).toMatchObject({
      code: 'status_change_not_allowed',
      message: expect.stringContaining('list'),
    })
    valueOf(await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial))))
    expect(await refusedWith()).toMatchObject({ code: 'status_change_not_allowed' })
    valueOf(await confirmWaiting(administrator, trial.trial_id))
    valueOf(await startTrial(administrator, trial.trial_id))
  })

  test('with a list that no longer fits the design', async () => {
    const trial = await authored()
    valueOf(await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial))))
    valueOf(await confirmWaiting(administrator, trial.trial_id))
    valueOf(await saveWith(administrator, trial.trial_id, { is_site_stratified: true }))
    expect((await startTrial(administrator, trial.trial_id)).problem).toMatchObject({
      code: 'status_change_not_allowed',
      message: expect.stringContaining('does not fit'),
    })
  })
})

describe('a list is not confirmed', () => {
  test('as another than the one that was shown, nor twice', async () => {
    const trial = await authored()
    valueOf(await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial))))
    const other = await confirmWaiting(administrator, trial.trial_id, { hash: 'f'.repeat(64) })
    expect(other.problem?.code).toBe('list_changed_meanwhile')
    valueOf(await confirmWaiting(administrator, trial.trial_id))
    expect((await confirmWaiting(administrator, trial.trial_id)).problem?.code).toBe('list_not_awaited')
  })
})

describe('a trial by a list', () => {
  test('gives its rows in order, each once, and then refuses in words that name no group', async () => {
    const { trial, groups } = await started()
    expect(await drawMany(trial, 20)).toEqual(groups)
    const before = await about(trial.trial_id)
    const { status, problem } = await draw(trial)
    expect([status, problem?.code]).toEqual([409, 'list_used_up'])
    for (const { name } of trial.study_groups) expect(JSON.stringify(problem)).not.toContain(name)
    expect(await about(trial.trial_id)).toEqual(before)
  })

  test('gives two who come at once two rows', async () => {
    const { trial, groups } = await started()
    const drawn = await Promise.all(Array.from({ length: 8 }, () => draw(trial)))
    const records = drawn.flatMap(({ participants }) => participants)
    const inOrder = records.toSorted((one, other) => one.trial_sequence_no - other.trial_sequence_no)
    expect(inOrder.map(({ study_group }) => study_group?.name)).toEqual(groups.slice(0, 8))
  })

  test('tells of its last places, once at each number', async () => {
    const { trial } = await started()
    await drawMany(trial, 20)
    const notices = await world.database.queries
      .selectFrom('allocation_list_notices')
      .select('places_left')
      .where('trial_id', '=', trial.trial_id)
      .orderBy('id')
      .execute()
    expect(notices.map(({ places_left }) => places_left)).toEqual([10, 5, 0])
  })

  test('goes on with more rows, which are checked and confirmed as the first were', async () => {
    const { trial } = await started()
    const { trial_id } = trial
    await drawMany(trial, 3)
    const more = groupsInBlocks(trial, ['BAAB', 'AABB', 'BBAA'])
    const wrong = await upload(author, trial_id, rowsOf(more))
    expect(wrong.problem?.rows).toEqual([
      { row: 1, column: 'position', message: 'The next place of this stratum is 21' },
    ])
    valueOf(await upload(author, trial_id, rowsOf(more, 21)))
    expect((await listOf(administrator, trial_id)).strata).toEqual([
      { stratum: 'Whole trial', rows: 20, places_left: 17 },
    ])
    valueOf(await confirmWaiting(administrator, trial_id))
    expect((await listOf(administrator, trial_id)).strata).toEqual([
      { stratum: 'Whole trial', rows: 32, places_left: 29 },
    ])
    expect((await drawMany(trial, 29)).slice(17)).toEqual(more)
    expect(await checkTrial(world.context, trial_id)).toBeNull()
  })

  test('keeps its groups, ratio and strata after its start', async () => {
    const { trial } = await started()
    await setTo(administrator, trial.trial_id, 'paused')
    const { problem } = await saveWith(administrator, trial.trial_id, { is_site_stratified: true })
    expect(problem).toMatchObject({ code: 'design_locked', message: expect.stringContaining('uploaded list') })
    valueOf(await saveWith(administrator, trial.trial_id, { title: 'Renamed' }))
  })
})

test('a randomisation test draws no list again', async () => {
  const { trial } = await started()
  await drawMany(trial, 2)
  expect((await startTest(administrator, trial.trial_id)).problem?.code).toBe('list_not_redrawn')
})

describe('its ledger', () => {
  test('commits to the list before the first participant, names the position, and is checked whole at the end', async () => {
    const { trial, groups } = await started()
    const { trial_id } = trial
    const drawn = await drawMany(trial, 6)
    expect(drawn).toEqual(groups.slice(0, 6))
    const before = await ledgerOf(trial_id)
    const texts = before.records.map(({ record }) => JSON.parse(record))
    const { lists } = await listOf(administrator, trial_id)
    expect(texts.slice(0, 2)).toMatchObject([{ type: 'settings' }, { type: 'list', number: 1, hash: lists[0]?.hash }])
    expect(texts.filter(({ type }) => type === 'allocation').map(({ position }) => position)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    expect(JSON.stringify(before)).not.toContain('cells":[0')
    expect(verdictOn(before).code).toBe(0)
    expect(await checkTrial(world.context, trial_id)).toBeNull()

    await setTo(administrator, trial_id, 'finished')
    await reveal(world, trial_id)
    const after = await ledgerOf(trial_id)
    const { code, printed } = verdictOn(after)
    expect([code, printed]).toEqual([0, expect.stringContaining('the rows of every uploaded list')])
  })

  test('is wrong where rows, their order or a position were changed', async () => {
    const { trial } = await started()
    const { trial_id } = trial
    await drawMany(trial, 6)
    await setTo(administrator, trial_id, 'finished')
    await reveal(world, trial_id)
    const ledger = await ledgerOf(trial_id)
    const [, listed] = ledger.records
    if (!listed?.list) throw new Error('the second record has no list')
    const altered = (list: object) =>
      verdictOn({
        ...ledger,
        records: ledger.records.map((entry) =>
          entry.i === 2 ? { ...entry, list: { ...listed.list, ...list } } : entry,
        ),
      })
    const strata = listed.list.strata.map((stratum) => ({ ...stratum, cells: stratum.cells.toReversed() }))
    for (const change of [{ strata }, { salt_hex: '0'.repeat(64) }])
      expect(altered(change)).toMatchObject({ code: 1, wrong: 'record 2: its rows are not those behind its hash' })
    const { list: _list, ...closed } = listed
    const without = { ...ledger, records: ledger.records.map((entry) => (entry.i === 2 ? closed : entry)) }
    expect(verdictOn(without).code).toBe(1)
  })
})

test('a list is by stratum where the design is, and each stratum goes through its own rows', async () => {
  const trial = await authored({ is_site_stratified: true })
  const [north, south] = trial.sites
  const groups = groupsInBlocks(trial, ['ABBA', 'BBAA', 'ABAB'])
  const turned = groupsInBlocks(trial, ['BABA', 'AABB', 'BAAB'])
  const rows = [
    ...rowsOf(groups, 1, { site: north?.title ?? null }),
    ...rowsOf(turned, 1, { site: south?.title ?? null }),
  ]
  valueOf(await upload(author, trial.trial_id, rows))
  valueOf(await confirmWaiting(administrator, trial.trial_id))
  valueOf(await startTrial(administrator, trial.trial_id))
  const drawn: Record<string, string[]> = { north: [], south: [] }
  for (let i = 0; i < 5; i += 1)
    for (const [name, site] of [
      ['north', north],
      ['south', south],
    ] as const) {
      const { participants } = await randomise(administrator, trial.trial_id, {
        site_id: site?.id,
        participant_strata: [],
      })
      drawn[name]?.push(participants[0]?.study_group?.name ?? '')
    }
  expect(drawn).toEqual({ north: groups.slice(0, 5), south: turned.slice(0, 5) })
  expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
})

test('a list is sealed again under another key, and its rows stay', async () => {
  const trial = await authored()
  valueOf(await upload(author, trial.trial_id, rowsOf(groupsInBlocks(trial))))
  const { seed_key } = world.context.config
  const config = { seed_key: Buffer.alloc(32, 7), previous_seed_keys: [seed_key] }
  const stored = async () => {
    const whole = await findTrial(world.database.queries, trial.trial_id)
    const [list] = await findLists(world.database.queries, trial.trial_id)
    if (!whole || !list) throw new Error('there is no list')
    return (keys: SeedKeys) => contentOfList({ config: keys }, whole, list)
  }
  const rows = (await stored())(config)
  const resealed = await resealTrial({ ...world.context, config }, trial.trial_id)
  expect(resealed).toMatchObject({ ok: true, value: { lists: 1 } })
  expect((await stored())({ seed_key: config.seed_key, previous_seed_keys: [] })).toEqual(rows)
  // Restored, as the other tests use the first key.
  await resealTrial({ ...world.context, config: { seed_key, previous_seed_keys: [config.seed_key] } }, trial.trial_id)
})

test('the author is shown what rows must say, and nothing of how many were used', async () => {
  const { trial } = await started()
  await drawMany(trial, 4)
  const { data } = valueOf(await ask(author, listOwnAllocationLists.response, 'auth/me/allocation-lists'))
  const own = data.find((list) => list.trial.id === trial.trial_id)
  expect(own).toMatchObject({
    is_awaited: true,
    places: [{ site: null, options: [], next_position: 21, fewest_rows: expect.any(Number) }],
    lists: [{ number: 1, rows: 20, is_in_force: true }],
  })
  const nobody = await signedInAs(world, 'nurse')
  const shown = valueOf(await ask(nobody, listOwnAllocationLists.response, 'auth/me/allocation-lists'))
  expect(shown.data.map((list) => list.trial.id)).not.toContain(trial.trial_id)
})
