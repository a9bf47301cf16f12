import { LIST_COLUMNS, type ArrangedList } from '#domain/desk/display-settings'
import { useMemo } from 'react'
import type { Column } from '../ui/record-column'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../ui/use-is-wide'
import { useDisplay } from './use-display'

/** A list's columns as they were chosen. One that nobody can choose stays, after those: it is there for a reason of its own. */
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

/** The same for whoever is signed in, on a screen that has room for every column; a narrower one decides by itself what it shows. */
export const useArrangedColumns = <C extends Pick<Column<never>, 'key'>>(list: ArrangedList, columns: readonly C[]) => {
  const { list_columns } = useDisplay()
  const isArranged = useIsWide(ROOM_FOR_EVERY_COLUMN)
  const chosen = isArranged ? list_columns[list] : undefined
  return useMemo(() => arrangedColumns(list, columns, chosen), [list, columns, chosen])
}
