import type { SimulationFigures, SimulationReplicates } from '#contract/simulation-figures'
import { sql, type Insertable, type Selectable } from 'kysely'
import { enterLock } from './lock-order'
import type { Schema } from './schema'
import type { Queries } from './transaction'

export type SimulationRow = Selectable<Schema['simulations']>

/** Stores a waiting simulation. Returns its id. */
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
  queries
    .selectFrom('simulations')
    .select(['id', 'user_id', 'request', 'seed', 'state', 'trials_done', 'heard_at', 'created_at'])
    // The lines of its trials lie beside the figures, and may be megabytes.
    .select(sql<SimulationFigures | null>`figures - 'replicates'`.as('figures'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** The lines of a person's own simulation: none before it is done, and of one that was done before lines were stored. */
export const findReplicates = async (
  queries: Queries,
  userId: number,
  id: number,
): Promise<SimulationReplicates | undefined> => {
  const row = await queries
    .selectFrom('simulations')
    .select(sql<SimulationReplicates | null>`figures -> 'replicates'`.as('replicates'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && (row.replicates ?? { measures: [], lines: [] })
}

/**
 * How many simulations of a person wait or run, without those whose process last reported before `heardBefore`. Until
 * the transaction ends nobody else counts theirs.
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

/** Cancels a person's simulation where it is not over yet. Returns whether it is theirs. */
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

/**
 * Takes up the simulation that has waited longest of the people who have fewest under way, for this process alone; undefined where none
 * waits.
 */
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
        .orderBy((waiting) =>
          waiting
            .selectFrom('simulations as running')
            .select((rows) => rows.fn.countAll().as('count'))
            .whereRef('running.user_id', '=', 'waiting.user_id')
            .where('running.state', '=', 'running'),
        )
        .orderBy('waiting.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'request', 'seed'])
    .executeTakeFirst()

/** Stores the progress of a simulation. Returns whether it is still wanted. */
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

/** Stores the end of a running simulation: with figures and replicates (JSON), or without; or that it waits again. */
export const settleSimulation = async (
  queries: Queries,
  id: number,
  outcome:
    | { state: 'done'; figures: SimulationFigures; replicates: string; trials_done: number }
    | { state: 'failed' }
    | { state: 'waiting'; trials_done: 0 },
): Promise<void> => {
  const { figures = null, replicates = 'null', ...rest } = { figures: undefined, replicates: undefined, ...outcome }
  await queries
    .updateTable('simulations')
    .set({ ...rest, figures: figures === null ? null : withReplicates(figures, replicates) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

const withReplicates = (figures: SimulationFigures, replicates: string) =>
  sql<string>`${JSON.stringify(figures)}::jsonb || jsonb_build_object('replicates', ${replicates}::jsonb)`

/** Deletes every simulation that was requested before an instant. Returns their number. */
export const deleteSimulationsOlderThan = async (queries: Queries, oldest: string): Promise<number> => {
  const { numDeletedRows } = await queries
    .deleteFrom('simulations')
    .where('created_at', '<', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
