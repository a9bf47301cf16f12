import type { SimulationFigures } from '#contract/simulation-figures'
import type { Insertable, Selectable } from 'kysely'
import { enterLock } from './lock-order'
import type { Schema } from './schema'
import type { Queries } from './transaction'

export type SimulationRow = Selectable<Schema['simulations']>

/** Stores a simulation that waits. Answers its id. */
export const insertSimulation = async (
  transaction: Queries,
  simulation: Insertable<Schema['simulations']>,
): Promise<number> => {
  const { id } = await transaction
    .insertInto('simulations')
    .values(simulation)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A simulation of a person's own. */
export const findSimulation = async (
  queries: Queries,
  userId: number,
  id: number,
): Promise<SimulationRow | undefined> =>
  queries.selectFrom('simulations').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

/**
 * How many simulations of a person wait or are under way, not counting those whose process was last heard before
 * `heardBefore`. For the rest of the transaction nobody else counts theirs.
 */
export const countSimulationsUnderWay = async (
  transaction: Queries,
  userId: number,
  heardBefore: string,
): Promise<number> => {
  enterLock(transaction, { kind: 'person', id: userId })
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await transaction
    .selectFrom('simulations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((row) =>
      row.or([
        row('state', '=', 'waiting'),
        row.and([row('state', '=', 'running'), row('heard_at', '>=', heardBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Cancels a person's simulation where it is not over yet. Answers whether it is theirs at all. */
export const cancelSimulation = async (transaction: Queries, userId: number, id: number): Promise<boolean> => {
  await transaction
    .updateTable('simulations')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  return (await findSimulation(transaction, userId, id)) !== undefined
}

/** Takes up the simulation that has waited longest, for this process alone; undefined where none waits. */
export const claimSimulation = async (
  queries: Queries,
  now: string,
): Promise<Pick<SimulationRow, 'id' | 'request' | 'seed'> | undefined> =>
  queries
    .updateTable('simulations')
    .set({ state: 'running', heard_at: now })
    .where('id', '=', (row) =>
      row
        .selectFrom('simulations as waiting')
        .select('waiting.id')
        .where('waiting.state', '=', 'waiting')
        .orderBy('waiting.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'request', 'seed'])
    .executeTakeFirst()

/** Says how far a simulation has come. Answers whether it is still wanted. */
export const noteProgress = async (queries: Queries, id: number, trialsDone: number, now: string): Promise<boolean> => {
  const noted = await queries
    .updateTable('simulations')
    .set({ trials_done: trialsDone, heard_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** How a simulation ended that was under way: with figures, or without; or that it waits again. */
export const settleSimulation = async (
  queries: Queries,
  id: number,
  outcome:
    | { state: 'done'; figures: SimulationFigures; trials_done: number }
    | { state: 'failed' }
    | { state: 'waiting'; trials_done: 0 },
): Promise<void> => {
  const { figures = null, ...rest } = { figures: undefined, ...outcome }
  await queries
    .updateTable('simulations')
    .set({ ...rest, figures: figures === null ? null : JSON.stringify(figures) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Deletes every simulation asked for before the instant given. Answers how many there were. */
export const deleteSimulationsOlderThan = async (queries: Queries, oldest: string): Promise<number> => {
  const { numDeletedRows } = await queries
    .deleteFrom('simulations')
    .where('created_at', '<', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
