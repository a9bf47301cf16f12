import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** The last confirmation of a trial's design, with the name of its author; the design may have changed since. */
export const findDesignConfirmation = async (queries: Queries, trialId: number) =>
  queries
    .selectFrom('design_confirmations')
    .innerJoin('users as confirmer', 'confirmer.id', 'design_confirmations.confirmed_by')
    .selectAll('design_confirmations')
    .select(nameAt('design_confirmations.confirmed_at', 'confirmer').as('confirmed_by_name'))
    .where('trial_id', '=', trialId)
    .orderBy('design_confirmations.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertDesignConfirmation = async (
  transaction: Queries,
  confirmation: Insertable<Schema['design_confirmations']>,
): Promise<void> => {
  await transaction.insertInto('design_confirmations').values(confirmation).execute()
}

/** Records who changed a trial's design and when, and increases its version. */
export const storeDesignChange = async (
  transaction: Queries,
  trialId: number,
  change: { design_changed_by: number; design_changed_at: string },
): Promise<void> => {
  await transaction
    .updateTable('trials')
    .set((trial) => ({ ...change, design_version: trial('design_version', '+', 1) }))
    .where('id', '=', trialId)
    .execute()
}
