import { shortTitle } from '../../../ui/short-title'
import { findPack } from '../dispense/find-pack'
import { arePacksAwaited, packsNotLoaded } from './packs-not-loaded'
import type { InventoryOf } from './use-inventories'

/** The trial of a scanned or typed pack, or why it is unknown. */
type PackAmong = { ok: true; trialId: number; packId: string } | { ok: false; reason: string }

/**
 * Finds the one pack with this ID in several trials. An ID is unique in its trial alone, so where two trials have it,
 * or another one not loaded yet may have it, none is chosen.
 */
export const packAmong = (
  inventories: readonly Pick<InventoryOf, 'trial' | 'packs' | 'isFailed'>[],
  packId: string,
): PackAmong => {
  if (arePacksAwaited(inventories)) return { ok: false, reason: 'The packs are not loaded yet. Try again in a moment.' }
  const found = inventories.flatMap(({ trial, packs }) => {
    const pack = findPack(packs ?? [], packId)
    return pack === undefined ? [] : [{ trial, packId: pack.pack_id }]
  })
  const [first, ...others] = found
  if (first === undefined) {
    const unknown = packsNotLoaded(inventories)
    const reason =
      unknown === null ? `Pack ${packId} is not at your sites.` : `Pack ${packId} was not found. ${unknown}`
    return { ok: false, reason }
  }
  if (others.length === 0) return { ok: true, trialId: first.trial.id, packId: first.packId }
  const names = found.map(({ trial }) => shortTitle(trial.title).name).join(' and ')
  return { ok: false, reason: `${names} each have a pack ${packId}. Open the trial and scan it there.` }
}
