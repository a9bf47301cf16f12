import { stateKeys } from '#domain/randomisation/state-keys'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries } from '../../src/server/db/transaction'
import { findTrial } from '../../src/server/db/trials'
import { designOf } from '../../src/server/services/trials/trial-design'

/** What the next draws of a trial go on from, by key, as it is stored. */
export const storedStates = async (queries: Queries, trialId: number): Promise<Record<string, object>> => {
  const rows = await queries
    .selectFrom('stratum_states')
    .select(['stratum_key', 'state'])
    .where('trial_id', '=', trialId)
    .orderBy('stratum_key')
    .execute()
  return Object.fromEntries(rows.map(({ stratum_key, state }) => [stratum_key, state]))
}

/**
 * The counts of a trial drawn by an urn or a minimisation, counted anew from its participants of this epoch without those
 * whom a flag has taken out. `places` is how many cells or arms a count has.
 */
export const recountedStates = async (
  queries: Queries,
  trialId: number,
  places: number,
): Promise<Record<string, object>> => {
  const trial = await findTrial(queries, trialId)
  const design = trial && designOf(trial)
  if (!design?.ok) throw new Error(`trial ${trialId} has no design`)
  const participants = await queries
    .selectFrom('participants')
    .select((row) => [
      'site_id',
      'arm',
      'is_counted_out',
      jsonArrayFrom(
        row
          .selectFrom('participant_strata')
          .select(['trial_stratum_id', 'trial_stratum_option_id'])
          .whereRef('participant_strata.participant_id', '=', 'participants.id'),
      ).as('options'),
    ])
    .where('trial_id', '=', trialId)
    .where('epoch', '=', trial?.epoch ?? 0)
    .execute()
  const counts = new Map<string, number[]>()
  for (const { arm, is_counted_out, ...participant } of participants) {
    for (const key of stateKeys(design.value, trial?.epoch ?? 0, participant)) {
      const counted = counts.get(key) ?? Array.from({ length: places }, () => 0)
      counts.set(key, is_counted_out ? counted : counted.with(arm, (counted[arm] ?? 0) + 1))
    }
  }
  return Object.fromEntries([...counts].map(([key, counted]) => [key, { counts: counted }]))
}
