import type { Queries } from '../../src/server/ground/db/transaction'
import { storedStates } from './draw-states'

/** Puts states of a trial, by key, back into the clear, as versions before the sealing left them; all of them unless some are named. */
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
