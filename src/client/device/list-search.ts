import { PAGE_SIZES } from '#domain/paging'
import * as v from 'valibot'
import { deviceStorage, STORED } from '../browser/device-storage'
import { createStore, useStore } from '../browser/store'
import { useSession } from '../session/this-session'
import { usePagedSearch, type PagedSearch } from '../ui/use-paged-search'

type PageSize = (typeof PAGE_SIZES)[number]

const storage = deviceStorage(() => localStorage)

/** Counts the choices on this page, so that a list is drawn again with the new one. */
const choices = createStore(0)

const storedSizes = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.picklist(PAGE_SIZES)))

/** How many rows each person has chosen to see on a page, by their id. */
const readSizes = (): Record<string, PageSize> => {
  const parsed = v.safeParse(storedSizes, storage.read(STORED.pageSizes) ?? '{}')
  return parsed.success ? parsed.output : {}
}

const rememberSize = (sub: string, size: number): void => {
  const chosen = PAGE_SIZES.find((one) => one === size)
  if (chosen === undefined) return
  storage.write(STORED.pageSizes, JSON.stringify({ ...readSizes(), [sub]: chosen }))
  choices.set(choices.get() + 1)
}

type Paged = { page_size?: unknown }

/**
 * The place of a list in the address, as `usePagedSearch` has it. Where the address has no page size, it is the one that this person
 * last chose on this device.
 */
export const useListSearch = <Written extends Record<string, unknown> & Paged, Shown>(
  definition: Parameters<typeof usePagedSearch<Written, Shown>>[0],
  permitted: (search: Written) => Written = (search) => search,
): PagedSearch<Written, Shown> => {
  useStore(choices)
  const { session } = useSession()
  const remembered = session === null ? undefined : readSizes()[session.sub]
  const paging = usePagedSearch(definition, (search) => {
    const allowed = permitted(search)
    return allowed.page_size === undefined && remembered !== undefined
      ? definition.validate({ ...allowed, page_size: String(remembered) })
      : allowed
  })
  const onPageSize = (size: number) => {
    if (session !== null) rememberSize(session.sub, size)
    paging.onPageSize(size)
  }
  return { ...paging, onPageSize }
}
