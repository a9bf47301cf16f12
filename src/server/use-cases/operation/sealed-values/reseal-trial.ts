import { accepted, refused, type Outcome } from '#domain/outcome'
import { findLists, resealList, type StoredList } from '../../../ground/db/allocation-lists'
import { appendAudit } from '../../../ground/db/audit-log'
import { findStatesOfTrial, updateDrawStates, type SealedDrawState } from '../../../ground/db/draw-states'
import { updateSealedSeed } from '../../../ground/db/sealed-values'
import { inTransaction } from '../../../ground/db/transaction'
import { lockTrial } from '../../../ground/db/trials'
import { decryptSeed, encryptSeed, isSeedUnder } from '../../../ground/ledger/seed-vault'
import { openDrawState, sealDrawState } from '../../../ground/secrets/draw-state-seal'
import { openList, sealList } from '../../../ground/secrets/list-seal'
import { isUnder } from '../../../ground/secrets/sealed-secret'
import { headsToReseal, sealedCount, sealedEntry, type Sealing } from './sealing'

/** How many values of a trial were sealed again. */
export type ResealedTrial = { seeds: number; draw_states: number; lists: number; audit_heads: number }

type Trial = { trial_uuid: string; seed_encrypted: string }

/**
 * Seals a trial's seed and draw states under the present key, in one transaction under the trial's lock. Values under that key
 * stay unchanged. Where one does not open, nothing of the trial changes, and the refusal names it.
 */
export const resealTrial = async (sealing: Sealing, trialId: number): Promise<Outcome<ResealedTrial, string>> =>
  inTransaction<ResealedTrial, string>(sealing.database, async (transaction) => {
    const trial = await lockTrial(transaction, trialId)
    if (!trial) throw new Error(`trial ${trialId} vanished`)
    const seed = resealedSeed(sealing, trial)
    if (!seed.ok) return seed
    const states = resealedStates(sealing, trial, await findStatesOfTrial(transaction, trialId))
    if (!states.ok) return states
    const lists = resealedLists(sealing, trial, await findLists(transaction, trialId))
    if (!lists.ok) return lists
    if (seed.value !== null) await updateSealedSeed(transaction, trialId, seed.value)
    await updateDrawStates(transaction, trialId, states.value)
    for (const { id, sealed } of lists.value) await resealList(transaction, id, sealed)
    const resealed = {
      seeds: seed.value === null ? 0 : 1,
      draw_states: states.value.length,
      lists: lists.value.length,
      audit_heads: await headsToReseal(transaction, sealing, trialId),
    }
    const changes = Object.entries(resealed).flatMap(([field, many]) => sealedCount(field, many))
    if (changes.length > 0)
      await appendAudit(transaction, sealedEntry(sealing, { trial_id: trialId, changes, reason: null }))
    return accepted(resealed)
  })

/** The seed sealed again, or null where it is under the present key already. */
const resealedSeed = (sealing: Sealing, { trial_uuid, seed_encrypted }: Trial): Outcome<string | null, string> => {
  const { seed_key } = sealing.config
  if (isSeedUnder(seed_key, seed_encrypted)) return accepted(null)
  const seed = decryptSeed(sealing.config, trial_uuid, seed_encrypted)
  if (!seed.ok) return refused(`its seed cannot be opened: ${seed.refusal}`)
  return accepted(encryptSeed(seed_key, trial_uuid, seed.value, sealing.randomBytes))
}

/** The states under other keys, sealed again. The next start seals those in clear. */
const resealedStates = (
  sealing: Sealing,
  { trial_uuid }: Trial,
  rows: readonly { stratum_key: string; sealed: Uint8Array | null }[],
): Outcome<SealedDrawState[], string> => {
  const { seed_key } = sealing.config
  const states: SealedDrawState[] = []
  for (const { stratum_key, sealed } of rows) {
    if (sealed === null || isUnder(seed_key, sealed)) continue
    const key = { trial_uuid, stratum_key }
    const state = openDrawState(sealing.config, key, sealed)
    if (!state.ok) return refused(`its draw state ${stratum_key} cannot be opened: ${state.refusal}`)
    states.push({ stratum_key, sealed: sealDrawState({ ...sealing, seed_key }, key, state.value) })
  }
  return accepted(states)
}

/** The uploaded lists under other keys, sealed again. */
const resealedLists = (
  sealing: Sealing,
  { trial_uuid }: Trial,
  lists: readonly StoredList[],
): Outcome<{ id: number; sealed: Uint8Array }[], string> => {
  const { seed_key } = sealing.config
  const resealed: { id: number; sealed: Uint8Array }[] = []
  for (const { id, number, sealed } of lists) {
    if (isUnder(seed_key, sealed)) continue
    const place = { trial_uuid, number }
    const content = openList(sealing.config, place, sealed)
    if (!content.ok) return refused(`its list ${number} cannot be opened: ${content.refusal}`)
    resealed.push({ id, sealed: sealList({ ...sealing, seed_key }, place, content.value) })
  }
  return accepted(resealed)
}
