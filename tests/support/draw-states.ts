import { stateKeys } from '#domain/randomisation/state-keys'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import type { Queries } from '../../src/server/ground/db/transaction'
import { findTrial } from '../../src/server/ground/db/trials'
import { openDrawState } from '../../src/server/ground/secrets/draw-state-seal'
import { designOf } from '../../src/server/use-cases/trials/trial-design'
import { TEST_SEED_KEY } from './portal'

/** The stored states of a trial's draws, by key, opened with the key of every test. */
export const storedStates = async (queries: Queries, trialId: number): Promise<Record<string, object>> => {
  const rows = await queries
    .selectFrom('stratum_states')
    .innerJoin('trials', 'trials.id', 'trial_id')
    .select(['stratum_key', 'sealed', 'trial_uuid'])
    .where('trial_id', '=', trialId)
    .orderBy('stratum_key')
    .execute()
  return Object.fromEntries(rows.map(({ sealed, ...key }) => [key.stratum_key, openedState(key, sealed)]))
}

const openedState = (key: { trial_uuid: string; stratum_key: string }, sealed: Uint8Array | null): object => {
  const state = openDrawState(TEST_KEYS, key, sealed ?? new Uint8Array())
  if (!state.ok) throw new Error(`the state ${key.stratum_key} cannot be opened: ${state.refusal}`)
  return v.parse(v.looseObject({}), state.value)
}

const TEST_KEYS = { seed_key: new Uint8Array(Buffer.from(TEST_SEED_KEY, 'hex')), previous_seed_keys: [] }

/**
 * The counts of a trial drawn by an urn or a minimisation, computed again from its participants of this epoch, without
 * those removed by a flag. `places` is the number of cells or arms in a count.
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
