import type { StoredAction, StoredCall } from '#contract/stored-action'
import type { NewAction } from '#offline/outbox'
import { studyPackTarget } from '#offline/overlay'
import { formatNumber } from '../../ui/format-number'

type DispenseCall = Extract<StoredCall, { kind: 'dispense' }>

/** A pack by its printed ID; null where it is unknown here. */
export type PackLabel = { id: number; pack_id: string | null }

/** The IDs of packs; a pack without one is named by the number of its page. */
export const packNames = (packs: readonly PackLabel[]): string =>
  packs.map(({ id, pack_id }) => pack_id ?? `no. ${id}`).join(', ')

/** The part of a dispense that names its packs, so that a person who is told of its loss knows which. */
export const aboutPacks = (packs: readonly PackLabel[]): Pick<NewAction, 'targets' | 'label' | 'packs'> => {
  const [first] = packs
  const names = packNames(packs)
  const named = packs.flatMap(({ id, pack_id }) => (pack_id === null ? [] : [{ id, pack_id }]))
  return {
    targets: packs.map(({ id }) => studyPackTarget(id)),
    label:
      packs.length === 1 && first ? `Dispense pack ${names}` : `Dispense ${formatNumber(packs.length)} packs: ${names}`,
    ...(named.length === packs.length && { packs: named }),
  }
}

/** The packs of a dispense of several, with the IDs that the action or its refusal has; empty for every other action. */
export const packsOf = ({ call, packs = [], notes }: Pick<StoredAction, 'call' | 'packs' | 'notes'>): PackLabel[] => {
  if (call?.kind !== 'dispense') return []
  const named = new Map([...notes.flatMap(({ refusal }) => refusal?.packs ?? []), ...packs].map((one) => [one.id, one]))
  return (call.body.study_pack_ids ?? []).map((id) => ({ id, pack_id: named.get(id)?.pack_id ?? null }))
}

/** A dispense of several packs, reduced to these. */
export const onlyPacks = (call: DispenseCall, packs: readonly PackLabel[]): DispenseCall => {
  const ids = packs.map(({ id }) => id)
  const [only] = ids
  const chosen =
    ids.length === 1 && only !== undefined
      ? { study_pack_id: only, study_pack_ids: null }
      : { study_pack_id: null, study_pack_ids: ids }
  return { ...call, body: { ...call.body, ...chosen } }
}
