import { LIST_COLUMNS, type ArrangedList } from '#domain/desk/display-settings'
import { useMemo } from 'react'
import type { Column } from '../ui/record-column'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../ui/use-is-wide'
import { useDisplay } from './use-display'

/** A list's columns as they were chosen. A column that cannot be chosen follows them. */
const arrangedColumns = <C extends Pick<Column<never>, 'key'>>(
  list: ArrangedList,
  columns: readonly C[],
  chosen: readonly string[] | undefined,
): readonly C[] => {
  if (chosen === undefined) return columns
  return [
    ...chosen.flatMap((key) => columns.find((column) => column.key === key) ?? []),
    ...columns.filter(({ key }) => !LIST_COLUMNS[list].includes(key)),
  ]
}

/** The same for the signed-in person, on a screen with room for every column; a narrower one has its own choice. */
export const useArrangedColumns = <C extends Pick<Column<never>, 'key'>>(list: ArrangedList, columns: readonly C[]) => {
  const { list_columns } = useDisplay()
  const isArranged = useIsWide(ROOM_FOR_EVERY_COLUMN)
  const chosen = isArranged ? list_columns[list] : undefined
  return useMemo(() => arrangedColumns(list, columns, chosen), [list, columns, chosen])
}
