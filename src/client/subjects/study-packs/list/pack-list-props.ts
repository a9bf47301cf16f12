import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import type { Column } from '../../../ui/record-column'
import type { Sorting } from '../../../ui/sort-heading'
import type { PackRow } from './pack-rows'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** The props of the list of packs, as a table and as cards. */
export type PackListProps = {
  /** The actions offered on a pack; stable, so that no row renders again for it. */
  offered: (pack: PackFromServerOrStore) => readonly StudyPackAction[]
  rows: readonly PackRow[]
  columns: readonly Column<PackFromServerOrStore>[]
  /** The selected packs, while several are managed; null in the normal mode. */
  ticked: ReadonlySet<number> | null
  onTick: (id: number) => void
  onChoose: (action: StudyPackAction, pack: PackFromServerOrStore) => void
  /** The order of the list, which the headings of the table change. */
  sorting: Sorting
  /** A change of it means another list, which begins at its top. */
  shownKey: string
}
