import type { Recounted } from '#domain/randomisation/recount'
import { isDeepStrictEqual } from 'node:util'
import { statesByKey } from '../../../ground/db/draw-states'
import type { StoredTrialState } from '../../../ground/db/self-check'
import type { WholeTrial } from '../../../ground/db/trials'
import { openDrawState } from '../../../ground/secrets/draw-state-seal'
import type { SeedKeys } from '../../../ground/secrets/seed-keys'
import { designOf, type DesignSettings } from '../../trials/trial-design'
import { difference, type Difference } from './difference'

/** Compares the stored state of a trial with the state by its records. Returns the first difference, or null. */
export const compareStoredState = (
  keys: SeedKeys,
  counted: Recounted,
  storedState: StoredTrialState,
  settings: WholeTrial,
): Difference | null =>
  settingsDifference(counted, settings) ??
  countersDifference(counted, storedState) ??
  stateDifference(keys, counted, storedState, settings)

const settingsDifference = ({ design }: Recounted, settings: DesignSettings): Difference | null => {
  const stored = designOf(settings)
  return stored.ok && isDeepStrictEqual(stored.value, design) ? null : difference('settings_differ')
}

const countersDifference = (counted: Recounted, storedState: StoredTrialState): Difference | null => {
  const flagged = [...counted.flagged].sort(ascending)
  const countedOut = [...counted.counted_out].sort(ascending)
  if (!isDeepStrictEqual(storedState.flagged ?? [], flagged)) return difference('flags_differ', { where: 'is_flagged' })
  if (!isDeepStrictEqual(storedState.counted_out ?? [], countedOut))
    return difference('flags_differ', { where: 'is_counted_out' })
  const leftOut = counted.design?.exclude_flagged_participants === true ? flagged.length : 0
  const expected = {
    epoch: counted.epoch,
    participants: counted.counter,
    reopenings: counted.reopenings,
    allocation_counter: counted.counter,
    last_sequence_no: counted.counter,
    num_sampled: counted.counter - leftOut,
  }
  const stored: Record<string, unknown> = storedState
  const wrong = Object.entries(expected).find(([column, value]) => stored[column] !== value)
  return wrong ? difference('counters_differ', { where: wrong[0] }) : null
}

/** Opens each state: one restored from an earlier moment opens as well, but differs from the records. */
const stateDifference = (
  keys: SeedKeys,
  { states }: Recounted,
  storedState: StoredTrialState,
  { trial_uuid }: WholeTrial,
): Difference | null => {
  const stored = new Map<string, unknown>()
  for (const [stratum_key, sealed] of statesByKey(storedState.states)) {
    const state = sealed && openDrawState(keys, { trial_uuid, stratum_key }, sealed)
    if (!state?.ok) return difference('state_unreadable', { where: stratum_key })
    stored.set(stratum_key, state.value)
  }
  const wrong = [...new Set([...states.keys(), ...stored.keys()])].find(
    (key) => !isDeepStrictEqual(states.get(key), stored.get(key)),
  )
  return wrong === undefined ? null : difference('states_differ', { where: wrong })
}

const ascending = (a: number, b: number): number => a - b
