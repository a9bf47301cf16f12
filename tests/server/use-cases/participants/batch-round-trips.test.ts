import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SessionClient } from '../../../../src/server/ground/db/session-client'
import { sampleActor, sampleCall } from '../../../../src/server/start/sample-data/sample-call'
import { counterKey } from '../../../../src/server/use-cases/call/idempotency-keys'
import { randomiseBatch, type RandomiseJob } from '../../../../src/server/use-cases/participants/randomise-batch'
import type { TrialSetupCache } from '../../../../src/server/use-cases/participants/trial-setup'
import { aTrial, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { TEST_SERVER } from '../../../support/database'
import { testPortal, type TestPortal } from '../../../support/portal'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(async () => world.stop())

type Asked = { key?: string | null; participant_id?: string | null; approve_duplicate?: boolean }

const jobsFor = async (trial: BuiltTrial, size: number, ask: (place: number) => Asked): Promise<RandomiseJob[]> => {
  const actor = await sampleActor(world.context.database.queries, 'administrator')
  return Array.from({ length: size }, (_, place) => {
    const { key = null, participant_id = null, approve_duplicate = false } = ask(place)
    return {
      call: {
        ...sampleCall(world.context, actor, world.clock.now(), key),
        view: null,
        parameters: { trial_id: trial.trial_id },
        body: {
          site_id: trial.sites[place % trial.sites.length]?.id ?? 0,
          participant_id,
          approve_duplicate,
          participant_strata: [],
        },
      },
      ahead_ms: 0,
    }
  })
}

/** The trial settings that the process caches. */
const setupCache: TrialSetupCache = new Map()

const perform = async (trial: BuiltTrial, jobs: readonly RandomiseJob[]) =>
  randomiseBatch(world.context, setupCache)(trial.trial_id, () => jobs)

/** The answers to a batch, with the number of its statements and of its messages to the database. */
const counted = async (trial: BuiltTrial, jobs: readonly RandomiseJob[]) => {
  const sent = vi.spyOn(SessionClient.prototype, 'query')
  const messages = TEST_SERVER ? vi.spyOn(Client.prototype, 'query') : vi.spyOn(PGlite.prototype, 'execProtocol')
  try {
    const results = await perform(trial, jobs)
    const answers = new Set(
      results.map((result) => (result.ok ? (result.value.replayed ? 'repeated' : 'randomised') : result.refusal.code)),
    )
    return { answers: [...answers], statements: sent.mock.calls.length, messages: messages.mock.calls.length }
  } finally {
    sent.mockRestore()
    messages.mockRestore()
  }
}

const IDS = { is_participant_id_used: true, participant_id_warning_id: 2 } as const

const CASES: {
  says: string
  trial?: TrialOverrides
  /** A participant who is randomised before. */
  before?: (place: number) => Asked
  ask: (place: number) => Asked
  answer: string
}[] = [
  { says: 'that randomises', ask: () => ({}), answer: 'randomised' },
  { says: 'that gives packs', trial: { packs: 40 }, ask: () => ({}), answer: 'randomised' },
  {
    says: 'of capped sites and a group that closes',
    trial: {
      sites: [
        { title: 'Northern General', max_participants: 40 },
        { title: 'Southern General', max_participants: 40 },
      ],
      study_groups: [{ name: 'Oseltamivir' }, { name: 'Zanamivir' }, { name: 'Laninamivir', max_participants: 40 }],
    },
    ask: () => ({}),
    answer: 'randomised',
  },
  { says: 'with keys', ask: (place) => ({ key: `new ${place}` }), answer: 'randomised' },
  {
    says: 'with keys of a client’s counter',
    ask: (place) => ({ key: counterKey('client', String(place), new Uint8Array()) }),
    answer: 'randomised',
  },
  {
    says: 'of repeats',
    before: (place) => ({ key: `done ${place}` }),
    ask: (place) => ({ key: `done ${place}` }),
    answer: 'repeated',
  },
  {
    says: 'of duplicates',
    trial: IDS,
    before: (place) => ({ participant_id: `K${place}` }),
    ask: (place) => ({ participant_id: `K${place}` }),
    answer: 'participant_id_duplicate',
  },
  {
    says: 'that finds no packs',
    trial: { is_managing_packs: true, is_site_managing_packs: true },
    ask: () => ({}),
    answer: 'no_study_pack_available',
  },
]

describe('as many statements and messages for 32 requests as for one', () => {
  test.each(CASES)('in a batch $says', async ({ trial: overrides, before, ask, answer }) => {
    const counts: object[] = []
    for (const size of [1, 32]) {
      const trial = await aTrial(world, overrides)
      const mine = (asked: Asked): Asked => ({
        ...asked,
        ...(asked.key ? { key: `${asked.key} ${trial.trial_id}` } : {}),
      })
      if (before) await perform(trial, await jobsFor(trial, size, (place) => mine(before(place))))
      const jobs = await jobsFor(trial, size, (place) => mine(ask(place)))
      const { answers, ...count } = await counted(trial, jobs)
      expect(answers).toEqual([answer])
      counts.push(count)
    }
    expect(counts[0]).toEqual(counts[1])
  })
})

test.each([1, 32])('two messages to the database randomise %i: lock and facts, then save and commit', async (size) => {
  const trial = await aTrial(world, { packs: 40 })
  await perform(trial, await jobsFor(trial, 1, () => ({ key: `first of ${trial.trial_id}` })))
  const jobs = await jobsFor(trial, size, (place) => ({ key: `${place} of ${trial.trial_id}` }))
  expect(await counted(trial, jobs)).toMatchObject({ answers: ['randomised'], messages: 2 })
})

test('the reads of a batch are planned once, and their setting ends with the transaction', async () => {
  const trial = await aTrial(world)
  for (const _ of [1, 2, 3]) await perform(trial, await jobsFor(trial, 1, () => ({})))
  const { queries } = world.context.database
  const { rows: planned } = await sql<{ custom_plans: number }>`
    select custom_plans from pg_prepared_statements where statement like '%as trial_state%'
  `.execute(queries)
  expect([...new Set(planned.map(({ custom_plans }) => custom_plans))]).toEqual([0])
  const { rows: settings } = await sql`
    select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as whole_tables
  `.execute(queries)
  expect(settings).toEqual([{ plans: 'auto', whole_tables: 'on' }])
})

test('settings that were saved since they were cached are read under the lock', async () => {
  const trial = await aTrial(world, { packs: 40 })
  await perform(trial, await jobsFor(trial, 1, () => ({})))
  const { queries } = world.context.database
  await queries
    .updateTable('trials')
    .set(({ eb }) => ({ setup_version: eb('setup_version', '+', 1), epoch: eb('epoch', '+', 1) }))
    .where('id', '=', trial.trial_id)
    .execute()
  const [result] = await perform(trial, await jobsFor(trial, 1, () => ({})))
  const id = result?.ok ? result.value.row.id : 0
  const drawn = await queries.selectFrom('participants').select('epoch').where('id', '=', id).execute()
  expect(drawn).toEqual([{ epoch: 2 }])
  expect(setupCache.get(trial.trial_id)?.trial).toMatchObject({ setup_version: 2, epoch: 2 })
})

test('a batch of many allocates each its own pack, and every pack once', async () => {
  const trial = await aTrial(world, { packs: 40 })
  const results = await perform(trial, await jobsFor(trial, 32, () => ({})))
  const given = results.flatMap((result) =>
    result.ok ? result.value.row.groups.map(({ study_pack }) => study_pack?.id ?? 0) : [],
  )
  expect(new Set(given).size).toBe(32)
  const { queries } = world.context.database
  const allocated = await queries
    .selectFrom('study_packs')
    .select(['id', 'site_id', 'study_pack_status_id'])
    .where('trial_id', '=', trial.trial_id)
    .where('study_pack_status_id', '=', 5)
    .execute()
  expect(allocated.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(given.toSorted((a, b) => a - b))
})
