import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchQuery } from '../../api/search-queries'
import { useIsAway } from '../../device/offline/use-connection'
import type { FindName } from '../../session/recent-finds'
import { foundGroups } from './found-groups'
import type { JumpGroup } from './jump-item'
import { useStoredFinds, type StoredFinds } from './use-stored-finds'

/** How long typing must pause before the server is asked, in milliseconds. */
const RESTS_AFTER_MS = 150

/** The results of records and actions, before and after the screens. */
export type Finds = {
  records: readonly JumpGroup[]
  others: readonly JumpGroup[]
  isSearching: boolean
  error: unknown
  /** The state of the store, where it was searched; null where the server was asked. */
  stored: Pick<StoredFinds, 'as_of' | 'isPartial'> | null
}

/**
 * Searches the server for the present text, and the store of this device while the server is away. Without `isWanted`,
 * it requests nothing.
 */
export const useFound = (typed: string, recent: readonly FindName[], isWanted: boolean): Finds => {
  const isAway = useIsAway()
  const [q] = useDebouncedValue(typed, RESTS_AFTER_MS)
  const answer = useQuery({ ...searchQuery(q, recent), enabled: isWanted && !isAway })
  const stored = useStoredFinds(typed, recent, isWanted && isAway)
  if (isAway) {
    const { isPending, as_of, isPartial, ...finds } = stored
    return { ...finds, isSearching: isPending, error: null, stored: isPending ? null : { as_of, isPartial } }
  }
  // Results of earlier words are never shown for the present ones.
  const isSearching = q !== typed || answer.isPending
  const { records, others } =
    isSearching || answer.data === undefined ? { records: [], others: [] } : foundGroups(answer.data)
  return { records, others, isSearching, error: answer.error, stored: null }
}
