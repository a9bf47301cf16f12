import type { StudyPack } from '#contract/study-packs'
import { packNotFound } from '#domain/study-packs/study-pack'
import { comparable } from '#domain/study-packs/study-pack-import'

export type LabelChoice = {
  /** Empty until a batch is chosen. */
  batch_id: string
  /** The id of a site, or empty for every one. */
  site_id: string
  /** IDs of packs as they are typed, separated by line ends, commas, semicolons or blanks; empty for all of them. */
  only: string
}

type Batch = { batch_id: string; study_packs: readonly StudyPack[] }

/**
 * The packs whose labels are printed, and a message about typed IDs that are not among them. An ID may itself contain a
 * separator: a known ID is not split further, whether it is a whole line or the text between two commas.
 */
export const chosenPacks = (
  batches: readonly Batch[],
  choice: LabelChoice,
): { packs: StudyPack[]; faults: string[] } => {
  const ofBatch = batches.find(({ batch_id }) => batch_id === choice.batch_id)?.study_packs ?? []
  const offered = ofBatch.filter(({ site_id }) => choice.site_id === '' || String(site_id) === choice.site_id)
  const byId = new Map(offered.map((pack) => [comparable(pack.pack_id), pack]))
  const typed = idsIn(choice.only, (id) => byId.has(comparable(id)))
  if (typed.length === 0) return { packs: [...offered], faults: [] }
  const chosen = new Set(typed.flatMap((id) => byId.get(comparable(id)) ?? []))
  const faults = typed.filter((id) => !byId.has(comparable(id))).map(packNotFound)
  return { packs: [...chosen], faults: [...new Set(faults)] }
}

/** The ids in a text, each in a line of its own or several in one. */
const idsIn = (text: string, isKnown: (id: string) => boolean): string[] =>
  partsOf(text, /[\r\n]+/).flatMap((line) =>
    isKnown(line)
      ? [line]
      : partsOf(line, /[,;]/).flatMap((part) => (isKnown(part) ? [part] : betweenBlanks(part, isKnown))),
  )

/**
 * The IDs in a part that is itself no known ID. Where none of them is known either, the part may be one ID with blanks.
 */
const betweenBlanks = (part: string, isKnown: (id: string) => boolean): string[] => {
  const ids = partsOf(part, /\s+/)
  return ids.some(isKnown) ? ids : [part]
}

const partsOf = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
