import { packEntry, packTest, type PackEntry, type PackFilter } from '#domain/study-packs/study-pack-filter'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** A trial's packs, indexed once so that many can be filtered while a person types. */
export type PackIndex = {
  packs: readonly PackFromServerOrStore[]
  /** Indexed for the search, at its first use: the whole list opens without. */
  entries: () => readonly PackEntry<PackFromServerOrStore>[]
  byId: ReadonlyMap<number, PackFromServerOrStore>
  batches: readonly string[]
}

type Batch = { batch_id: string; study_packs: readonly PackFromServerOrStore[] }

/** Indexes an answer of packs by batch, in its order. */
export const indexPacks = (batches: readonly Batch[]): PackIndex => {
  const packs = batches.flatMap(({ study_packs }) => study_packs)
  let entries: readonly PackEntry<PackFromServerOrStore>[] | undefined
  return {
    packs,
    entries: () => (entries ??= packs.map(packEntry)),
    byId: new Map(packs.map((pack) => [pack.id, pack])),
    batches: batches.map(({ batch_id }) => batch_id),
  }
}

/** The packs that match a search and every filter, in their order. `today` is the trial's day, `YYYY-MM-DD`. */
export const filterPacks = (
  { packs, entries }: PackIndex,
  filter: PackFilter,
  today: string,
): readonly PackFromServerOrStore[] =>
  isNarrowed(filter)
    ? entries()
        .filter(packTest(filter, today))
        .map(({ pack }) => pack)
    : packs

/** Whether the search or a filter hides any pack. */
export const isNarrowed = ({ q, status, ...filters }: PackFilter): boolean =>
  q !== '' || status.length > 0 || Object.values(filters).some((value) => value !== undefined)
