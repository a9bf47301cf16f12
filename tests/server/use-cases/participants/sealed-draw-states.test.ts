import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/server/start/app'
import { sealDrawState } from '../../../../src/server/ground/secrets/draw-state-seal'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { aTrial, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { storeInTheClear } from '../../../support/clear-states'
import { storedStates } from '../../../support/draw-states'
import { flag } from '../../../support/flag'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Open blocks, urns and counts are sealed: a reader of the database, or of a backup, cannot predict the next draw. */

let world: TestPortal
let administrator: SignedIn
beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const BLOCKS: TrialOverrides = {
  randomisation_method_id: 1,
  block_size_min: 6,
  block_size_max: 6,
  is_stratified: true,
  is_site_stratified: true,
}
const URN: TrialOverrides = { ...BLOCKS, randomisation_method_id: 2 }
const MINIMISATION: TrialOverrides = { randomisation_method_id: 3, is_stratified: true, is_site_stratified: true }

const drawn = async ({ trial_id, sites }: BuiltTrial, site: number, times = 1, who = administrator) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1)
    statuses.push((await randomise(who, trial_id, { site_id: sites[site]?.id })).status)
  return statuses
}

const states = ({ trial_id }: BuiltTrial) =>
  world.database.queries
    .selectFrom('stratum_states')
    .select(['stratum_key', 'sealed', 'state'])
    .where('trial_id', '=', trial_id)
    .orderBy('stratum_key')
    .execute()

const setSealed = async ({ trial_id }: BuiltTrial, stratum_key: string, sealed: Uint8Array) =>
  world.database.queries
    .updateTable('stratum_states')
    .set({ sealed, state: null })
    .where('trial_id', '=', trial_id)
    .where('stratum_key', '=', stratum_key)
    .execute()

/** All rows that a failed draw must leave unchanged. */
const leftBy = async ({ trial_id }: BuiltTrial) => {
  const { queries } = world.database
  const of = (table: 'participants' | 'ledger_records' | 'audit_log' | 'messages') =>
    queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('many'))
      .where('trial_id', '=', trial_id)
      .executeTakeFirstOrThrow()
  return [await of('participants'), await of('ledger_records'), await of('audit_log'), await of('messages')]
}

describe('the state for the next draw', () => {
  test.each([
    ['blocks', BLOCKS],
    ['an urn', URN],
    ['minimisation', MINIMISATION],
  ])('is sealed, with one length whatever its content: %s', async (_method, overrides) => {
    const trial = await aTrial(world, overrides)
    expect(await drawn(trial, 0, 5)).toEqual([201, 201, 201, 201, 201])
    expect(await drawn(trial, 1)).toEqual([201])
    const rows = await states(trial)
    expect(rows.length).toBeGreaterThan(1)
    for (const { sealed, state } of rows) {
      expect(state).toBeNull()
      expect(sealed).toHaveLength(33 + 64)
      expect(Buffer.from(sealed ?? []).toString('latin1')).not.toMatch(/remaining|counts|block/)
    }
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })

  test('is sealed after a flag has moved it, too', async () => {
    const trial = await aTrial(world, { ...MINIMISATION, exclude_flagged_participants: true })
    const { participants } = await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })
    const before = await states(trial)
    const [one] = participants
    expect(one && (await flag(administrator, trial, one)).status).toBe(200)
    const after = await states(trial)
    expect(after.map(({ state }) => state)).toEqual(after.map(() => null))
    expect(after).not.toEqual(before)
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })
})

/** A trial with an open block at two sites, and the keys of both. */
const twoOpenBlocks = async () => {
  const trial = await aTrial(world, BLOCKS)
  await drawn(trial, 0)
  const earlier = await states(trial)
  await drawn(trial, 0, 2)
  await drawn(trial, 1)
  const rows = await states(trial)
  const [first, second] = trial.sites.map(({ id }) => rows.find(({ stratum_key }) => stratum_key.endsWith(`=${id}`)))
  if (!first?.sealed || !second?.sealed) throw new Error('there are no two open blocks')
  return { trial, key: first.stratum_key, first: first.sealed, second: second.sealed, earlier: earlier[0]?.sealed }
}
type Blocks = Awaited<ReturnType<typeof twoOpenBlocks>>

const placeOf = async ({ trial, key }: Blocks) => {
  const query = world.database.queries.selectFrom('trials').select('trial_uuid').where('id', '=', trial.trial_id)
  return { ...(await query.executeTakeFirstOrThrow()), stratum_key: key }
}

describe('a substituted state', () => {
  test.each<[string, (blocks: Blocks) => Promise<Uint8Array> | Uint8Array]>([
    ['with one byte altered', ({ first }) => first.with(40, (first[40] ?? 0) ^ 1)],
    ['of another stratum', ({ second }) => second],
    [
      'sealed with another key',
      async (blocks) => {
        const other = { seed_key: new Uint8Array(32), randomBytes: world.context.randomBytes }
        return sealDrawState(other, await placeOf(blocks), { block_size: 6, remaining: [3, 0] })
      },
    ],
    ['that is none', () => new Uint8Array(97)],
  ])('%s stops the draw there and nowhere else, and changes nothing', async (_what, replacement) => {
    const blocks = await twoOpenBlocks()
    const { trial, key, first } = blocks
    await setSealed(trial, key, await replacement(blocks))
    const before = await leftBy(trial)
    expect(await drawn(trial, 0)).toEqual([500])
    expect(await leftBy(trial)).toEqual(before)
    expect(await drawn(trial, 1)).toEqual([201])
    expect(await checkTrial(world.context, trial.trial_id)).toEqual({
      code: 'state_unreadable',
      record: null,
      where: key,
    })
    await setSealed(trial, key, first)
    expect(await drawn(trial, 0)).toEqual([201])
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })

  test('in clear stops the draw: nobody steers it past the seal', async () => {
    const { trial, key } = await twoOpenBlocks()
    await storeInTheClear(world.database.queries, trial.trial_id, [key])
    expect([await drawn(trial, 0), await drawn(trial, 1)]).toEqual([[500], [201]])
    expect(await checkTrial(world.context, trial.trial_id)).toMatchObject({ code: 'state_unreadable', where: key })
  })

  test('of an earlier moment opens, and is found by the replay of the ledger', async () => {
    const { trial, key, earlier } = await twoOpenBlocks()
    await setSealed(trial, key, earlier ?? new Uint8Array())
    expect(await checkTrial(world.context, trial.trial_id)).toEqual({ code: 'states_differ', record: null, where: key })
  })

  test('is in no line of the log and in no answer', async () => {
    const { trial, key, first, second } = await twoOpenBlocks()
    const opened = JSON.stringify(Object.values(await storedStates(world.database.queries, trial.trial_id)))
    await setSealed(trial, key, second)
    const lines: string[] = []
    const log = pino(
      { level: 'trace', serializers: { error: pino.stdSerializers.err } },
      { write: (line: string) => void lines.push(line) },
    )
    const app = createApp({ ...world.context, log })
    const response = await app.request(`/api/v1/trials/${trial.trial_id}/participants`, {
      method: 'POST',
      body: JSON.stringify({ site_id: trial.sites[0]?.id }),
      headers: { Authorization: `Bearer ${administrator.token}`, 'Content-Type': 'application/json' },
    })
    const said = [await response.text(), ...lines].join('\n')
    expect(response.status).toBe(500)
    expect(said).toContain(`the state ${key} of trial ${trial.trial_id} cannot be opened: seal_not_authentic`)
    expect(opened).toMatch(/remaining/)
    for (const secret of ['remaining', Buffer.from(first).toString('hex'), Buffer.from(second).toString('hex')])
      expect(said).not.toContain(secret)
  })
})

/** Another process of the same service. */
const anotherStart = async () => testPortal({ beside: world })

const sealings = async ({ trial_id }: BuiltTrial) =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['description', 'changes', 'user_id'])
    .where('trial_id', '=', trial_id)
    .where('kind', '=', 'secrets_sealed')
    .orderBy('id')
    .execute()

describe('states that an earlier version left in clear', () => {
  test('are sealed at the start, and the next draws continue from them', async () => {
    const trial = await aTrial(world, BLOCKS)
    await drawn(trial, 0, 4)
    await drawn(trial, 1)
    const { queries } = world.database
    const before = await storedStates(queries, trial.trial_id)
    await storeInTheClear(queries, trial.trial_id)
    const another = await anotherStart()
    expect(await storedStates(queries, trial.trial_id)).toEqual(before)
    expect(await sealings(trial)).toEqual([
      {
        description: expect.stringMatching(
          new RegExp(`^Secrets of trial ${trial.trial_id} sealed with key [0-9a-f]{8}$`),
        ),
        changes: [{ field: 'draw_states', old: null, new: 2 }],
        user_id: null,
      },
    ])
    const there = await signedInAs(another, 'administrator')
    expect(await drawn(trial, 0, 3, there)).toEqual([201, 201, 201])
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
    await another.stop()
  })

  test('are sealed by the next start where one was killed half-way', async () => {
    const trial = await aTrial(world, MINIMISATION)
    await drawn(trial, 0)
    await drawn(trial, 1)
    const { queries } = world.database
    const [one = ''] = Object.keys(await storedStates(queries, trial.trial_id))
    await storeInTheClear(queries, trial.trial_id, [one])
    await (await anotherStart()).stop()
    expect((await states(trial)).filter(({ sealed }) => sealed === null)).toEqual([])
    expect((await sealings(trial)).map(({ changes }) => changes)).toEqual([
      [{ field: 'draw_states', old: null, new: 1 }],
    ])
    expect(await drawn(trial, 0)).toEqual([201])
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })

  test('are sealed once by two processes that start at once', async () => {
    const trial = await aTrial(world, URN)
    await drawn(trial, 0)
    await storeInTheClear(world.database.queries, trial.trial_id)
    const starts = await Promise.all([anotherStart(), anotherStart()])
    await Promise.all(starts.map((each) => each.stop()))
    expect(await sealings(trial)).toHaveLength(1)
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })
})
