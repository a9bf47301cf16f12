import type { StudyPack } from '#contract/study-packs'
import type { EffectivePermission } from '#domain/people/permissions'
import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import type { Column } from '../../../ui/record-column'
import type { PackRow } from './pack-rows'

/** What the list of packs is told, as a table and as cards alike. */
export type PackListProps = {
  permission: EffectivePermission
  rows: readonly PackRow[]
  columns: readonly Column<StudyPack>[]
  /** Those that are ticked, while several are managed; null in the normal mode. */
  ticked: ReadonlySet<number> | null
  onTick: (id: number) => void
  onChoose: (action: StudyPackAction, pack: StudyPack) => void
  /** What is shown is another list when this changes: it begins at its top. */
  shownKey: string
}
