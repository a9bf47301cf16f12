import { formatNumber } from '../../../ui/format-number'

/** Packs as they are named on a button and in a sentence: `pack A-10023`, `12 packs`. */
export const packWords = (packs: readonly { pack_id: string }[]): string => {
  const [first] = packs
  return packs.length === 1 && first ? `pack ${first.pack_id}` : `${formatNumber(packs.length)} packs`
}

/** What is said once something was done: `Pack A-10023 was removed.`, `12 packs were removed.` */
export const doneWords = (packs: readonly { pack_id: string }[], done: string): string => {
  const label = packWords(packs)
  return packs.length === 1 ? `${label[0]?.toUpperCase()}${label.slice(1)} was ${done}.` : `${label} were ${done}.`
}
