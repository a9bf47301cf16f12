import { sealDrawState, openDrawState } from '../../ground/secrets/draw-state-seal'
import type { ServerContext } from '../call/server-context'
import type { SealedDrawState } from '../../ground/db/draw-states'
import type { TrialRow } from '../../ground/db/trials'

type OfTrial = Pick<TrialRow, 'id' | 'trial_uuid'>

/**
 * The draw state under one key, among the states by key; null before the first draw. A state that cannot be opened, or
 * is stored in clear, is a defect: no draw may use it.
 */
export const storedDrawState = (
  context: Pick<ServerContext, 'config'>,
  { id, trial_uuid }: OfTrial,
  sealedByKey: ReadonlyMap<string, Uint8Array | null>,
  stratum_key: string,
): unknown => {
  const sealed = sealedByKey.get(stratum_key)
  if (sealed === undefined) return null
  if (sealed === null) throw new Error(`the state ${stratum_key} of trial ${id} is not sealed`)
  const state = openDrawState(context.config, { trial_uuid, stratum_key }, sealed)
  if (!state.ok) throw new Error(`the state ${stratum_key} of trial ${id} cannot be opened: ${state.refusal}`)
  return state.value
}

/** The state from which a trial's next draws continue, sealed for one key. */
export const sealedDrawState = (
  { config, randomBytes }: Pick<ServerContext, 'config' | 'randomBytes'>,
  { trial_uuid }: OfTrial,
  stratum_key: string,
  state: object,
): SealedDrawState => ({
  stratum_key,
  sealed: sealDrawState({ seed_key: config.seed_key, randomBytes }, { trial_uuid, stratum_key }, state),
})
