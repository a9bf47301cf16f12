import { formatNumber } from '../../../ui/format-number'

/** Packs in the words of a button or sentence: `pack A-10023`, `12 packs`. */
export const packWords = (packs: readonly { pack_id: string }[]): string => {
  const [first] = packs
  return packs.length === 1 && first ? `pack ${first.pack_id}` : `${formatNumber(packs.length)} packs`
}

/** The message after an action: `Pack A-10023 was removed.`, `12 packs were removed.` */
export const doneWords = (packs: readonly { pack_id: string }[], done: string): string => {
  const label = packWords(packs)
  return packs.length === 1 ? `${label[0]?.toUpperCase()}${label.slice(1)} was ${done}.` : `${label} were ${done}.`
}
