import type { SearchedList } from '#domain/desk/display-settings'
import type { Column } from '../ui/record-column'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../ui/use-is-wide'
import { savedSearch } from './filters-of-list'
import { SavedFilters } from './saved-filters'
import { ViewMenu } from './view-menu'

type ArrangeListProps = {
  list: SearchedList
  trialId?: number
  /** The list's address. */
  search: object
  /** The columns that the list offers this viewer. */
  columns: readonly Pick<Column<never>, 'key' | 'header'>[]
}

/** A person's saved filters and columns of a list, on a screen with room for every column. */
export function ArrangeList({ list, trialId, search, columns }: ArrangeListProps) {
  const isShown = useIsWide(ROOM_FOR_EVERY_COLUMN)
  if (!isShown) return null
  return (
    <>
      <SavedFilters list={list} trialId={trialId} search={savedSearch(search)} />
      <ViewMenu list={list} columns={columns} />
    </>
  )
}
