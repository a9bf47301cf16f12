import type { Queries } from '../../src/server/ground/db/transaction'
import { storedStates } from './draw-states'

/** Stores states of a trial, by key, in clear, as versions without sealing did; all of them unless some are named. */
export const storeInTheClear = async (queries: Queries, trialId: number, only?: readonly string[]): Promise<void> => {
  for (const [key, state] of Object.entries(await storedStates(queries, trialId))) {
    if (only && !only.includes(key)) continue
    await queries
      .updateTable('stratum_states')
      .set({ sealed: null, state: JSON.stringify(state) })
      .where('trial_id', '=', trialId)
      .where('stratum_key', '=', key)
      .execute()
  }
}
