import { PAGE_SIZES } from '#domain/paging'
import * as v from 'valibot'
import { deviceStorage, STORED } from '../browser/device-storage'
import { createStore, useStore } from '../browser/store'
import { session as thisSession, useSession } from '../session/this-session'
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
type Listed<Written> = { validate: (raw: Record<string, unknown>) => Written }

/**
 * The search of a list's request: without a page size in the address, with the one that this person last chose on this
 * device.
 */
export const listedSearch = <Written extends Record<string, unknown> & Paged>(
  { validate }: Listed<Written>,
  search: Written,
): Written => {
  const { session } = thisSession.state.get()
  const remembered = session === null ? undefined : readSizes()[session.sub]
  return search.page_size === undefined && remembered !== undefined
    ? validate({ ...search, page_size: String(remembered) })
    : search
}

/** The place of a list in the address, as `usePagedSearch` has it, with `listedSearch`. */
export const useListSearch = <Written extends Record<string, unknown> & Paged, Shown>(
  definition: Parameters<typeof usePagedSearch<Written, Shown>>[0],
  permitted: (search: Written) => Written = (search) => search,
): PagedSearch<Written, Shown> => {
  useStore(choices)
  const { session } = useSession()
  const paging = usePagedSearch(definition, (search) => listedSearch(definition, permitted(search)))
  const onPageSize = (size: number) => {
    if (session !== null) rememberSize(session.sub, size)
    paging.onPageSize(size)
  }
  return { ...paging, onPageSize }
}
