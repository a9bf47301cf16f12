import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

const named = (queries: Queries, trialId: number) =>
  queries
    .selectFrom('randomisation_tests')
    .innerJoin('users as creator', 'creator.id', 'randomisation_tests.created_by')
    .selectAll('randomisation_tests')
    .select(nameAt('randomisation_tests.created_at', 'creator').as('created_by_name'))
    .where('randomisation_tests.trial_id', '=', trialId)

/** The tests of a trial, the newest first. */
export const findRandomisationTests = async (queries: Queries, trialId: number, limit: number) =>
  named(queries, trialId).orderBy('randomisation_tests.id', 'desc').limit(limit).execute()

export type RandomisationTestRow = Awaited<ReturnType<typeof findRandomisationTests>>[number]

export const findRandomisationTest = async (
  queries: Queries,
  trialId: number,
  id: number,
): Promise<RandomisationTestRow | undefined> =>
  named(queries, trialId).where('randomisation_tests.id', '=', id).executeTakeFirst()

/** How many tests of a trial wait or are under way, whose process was heard since `heardSince`. */
export const countTestsUnderWay = async (queries: Queries, trialId: number, heardSince: string): Promise<number> => {
  const { count } = await queries
    .selectFrom('randomisation_tests')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('trial_id', '=', trialId)
    .where((row) =>
      row.or([
        row('state', '=', 'waiting'),
        row.and([row('state', '=', 'running'), row('heard_at', '>=', heardSince)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a test that waits. Answers its id. */
export const insertRandomisationTest = async (
  transaction: Queries,
  test: Insertable<Schema['randomisation_tests']>,
): Promise<number> =>
  (await transaction.insertInto('randomisation_tests').values(test).returning('id').executeTakeFirstOrThrow()).id

/** Cancels a trial's test where it is not over yet. Answers whether it was. */
export const cancelRandomisationTest = async (transaction: Queries, trialId: number, id: number): Promise<boolean> => {
  const cancelled = await transaction
    .updateTable('randomisation_tests')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('trial_id', '=', trialId)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst()
  return cancelled !== undefined
}

/** What the process that draws needs of a test. */
export type ClaimedTest = { id: number; trial_id: number; replicates: number; seed: number; ledger_length: number }

/** Takes up the test that has waited longest, for this process alone; undefined where none waits. */
export const claimRandomisationTest = async (queries: Queries, now: string): Promise<ClaimedTest | undefined> =>
  queries
    .updateTable('randomisation_tests')
    .set({ state: 'running', heard_at: now })
    .where('id', '=', (row) =>
      row
        .selectFrom('randomisation_tests as waiting')
        .select('waiting.id')
        .where('waiting.state', '=', 'waiting')
        .orderBy('waiting.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'trial_id', 'replicates', 'seed', 'ledger_length'])
    .executeTakeFirst()

/** Says how far a test has come. Answers whether it is still wanted. */
export const noteReplicates = async (
  queries: Queries,
  id: number,
  replicatesDone: number,
  now: string,
): Promise<boolean> => {
  const noted = await queries
    .updateTable('randomisation_tests')
    .set({ replicates_done: replicatesDone, heard_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** How a test ended that was under way: with its reference set, which is stored already, or without; or that it waits again. */
export const settleRandomisationTest = async (
  queries: Queries,
  id: number,
  outcome:
    | { state: 'done'; cells: readonly (readonly number[])[]; replicates_done: number }
    | { state: 'failed' }
    | { state: 'waiting'; replicates_done: 0 },
): Promise<void> => {
  const { cells = null, ...rest } = { cells: undefined, ...outcome }
  await queries
    .updateTable('randomisation_tests')
    .set({ ...rest, cells: cells === null ? null : JSON.stringify(cells) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Deletes every test that was started before the instant given, with its reference set. */
export const deleteRandomisationTestsBefore = async (queries: Queries, oldest: string): Promise<void> => {
  await queries.deleteFrom('randomisation_tests').where('created_at', '<', oldest).execute()
}
