import { LIST_COLUMNS, type ArrangedList } from '#domain/desk/display-settings'
import type { Column } from '../ui/record-column'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../ui/use-is-wide'

/** The names of the columns that a list shows, in their order; undefined where the screen has no room for each as a column. */
export const useShownColumns = (
  list: ArrangedList,
  columns: readonly Pick<Column<never>, 'key'>[],
): readonly string[] | undefined => {
  const isShown = useIsWide(ROOM_FOR_EVERY_COLUMN)
  return isShown ? columns.map(({ key }) => key).filter((key) => LIST_COLUMNS[list].includes(key)) : undefined
}
