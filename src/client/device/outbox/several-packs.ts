import type { StoredAction } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import { severalPacksOf } from '#offline/offline-actions'
import type { NewAction } from '#offline/outbox'
import { formatNumber } from '../../ui/format-number'

/** A pack by its printed ID; null where it is unknown here. */
export type PackLabel = { id: number; pack_id: string | null }

/** The IDs of packs; a pack without one is named by the number of its page. */
export const packNames = (packs: readonly PackLabel[]): string =>
  packs.map(({ id, pack_id }) => pack_id ?? `no. ${id}`).join(', ')

/** The part of a dispense that names its packs, so that a report of its loss names them. */
export const aboutPacks = (packs: readonly PackLabel[]): Pick<NewAction, 'label' | 'packs'> => {
  const [first] = packs
  const names = packNames(packs)
  const named = packs.flatMap(({ id, pack_id }) => (pack_id === null ? [] : [{ id, pack_id }]))
  return {
    label:
      packs.length === 1 && first ? `Dispense pack ${names}` : `Dispense ${formatNumber(packs.length)} packs: ${names}`,
    ...(named.length === packs.length && { packs: named }),
  }
}

/** The packs of a dispense of several, with the IDs that the action or its refusal has; empty for every other action. */
export const packsOf = ({ call, packs = [], notes }: Pick<StoredAction, 'call' | 'packs' | 'notes'>): PackLabel[] => {
  if (call === null) return []
  const named = new Map([...notes.flatMap(({ refusal }) => refusal?.packs ?? []), ...packs].map((one) => [one.id, one]))
  return severalPacksOf(call).map((id) => ({ id, pack_id: named.get(id)?.pack_id ?? null }))
}

/** A dispense of several packs, reduced to these. */
export const onlyPacks = (call: StoredCall<'dispense'>, packs: readonly PackLabel[]): StoredCall<'dispense'> => {
  const ids = packs.map(({ id }) => id)
  const [only] = ids
  const chosen =
    ids.length === 1 && only !== undefined
      ? { study_pack_id: only, study_pack_ids: null }
      : { study_pack_id: null, study_pack_ids: ids }
  return { ...call, body: { ...call.body, ...chosen } }
}
