import type { StudyPack } from '#contract/study-packs'
import { packNotFound } from '#domain/study-pack'

export type LabelChoice = {
  /** Empty until a batch is chosen. */
  batch_id: string
  /** The id of a site, or empty for every one. */
  site_id: string
  /** Ids of packs as they are typed, apart by spaces, commas or line ends; empty for all of them. */
  only: string
}

type Batch = { batch_id: string; study_packs: readonly StudyPack[] }

/** The packs whose labels are printed, and what is said of ids that were typed and are not among them. */
export const chosenPacks = (
  batches: readonly Batch[],
  choice: LabelChoice,
): { packs: StudyPack[]; faults: string[] } => {
  const ofBatch = batches.find(({ batch_id }) => batch_id === choice.batch_id)?.study_packs ?? []
  const offered = ofBatch.filter(({ site_id }) => choice.site_id === '' || String(site_id) === choice.site_id)
  const typed = choice.only.split(/[\s,;]+/).filter((id) => id !== '')
  if (typed.length === 0) return { packs: [...offered], faults: [] }
  const byId = new Map(offered.map((pack) => [pack.pack_id.toLowerCase(), pack]))
  const found = new Set(typed.flatMap((id) => byId.get(id.toLowerCase()) ?? []))
  const faults = typed.filter((id) => !byId.has(id.toLowerCase())).map(packNotFound)
  return { packs: [...found], faults: [...new Set(faults)] }
}
