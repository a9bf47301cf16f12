import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SortChoice } from './record-column'

/** The search of a screen with a list, as `searchOf` makes it. */
type SearchDefinition<Written, Shown> = {
  validate: (raw: Record<string, unknown>) => Written
  read: (search: Written) => Shown
  change: (search: Record<string, unknown>, changes: Partial<Written>) => Written
}

/** Fields of an address that leave no row out. */
const NOT_NARROWING = ['page', 'page_size', 'sort', 'order', 'open']

/** The place of a list in the address, and the functions that change it. */
export type PagedSearch<Written, Shown> = {
  /** As the address has it, for the request. */
  search: Written
  /** With its defaults. */
  shown: Shown
  isNarrowed: boolean
  /** Shows the first page with these changes; `replace` adds no history entry for each typed letter. */
  show: (changes: Partial<Written>, replace?: boolean) => void
  /** Shows the first page without the search and the filters. */
  showAll: () => void
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  onSort: (choice: SortChoice) => void
  /** Shows this record beside the list, or none; adds no history entry for each. */
  showBeside: (id: string | undefined) => void
}

/**
 * Page, page size, sort, search and filters of a list, from the address. `permitted` drops fields that the viewer
 * lacks.
 */
export const usePagedSearch = <Written extends Record<string, unknown>, Shown>(
  definition: SearchDefinition<Written, Shown>,
  permitted: (search: Written) => Written = (search) => search,
): PagedSearch<Written, Shown> => {
  const search = permitted(definition.validate(useSearch({ strict: false })))
  const navigate = useNavigate()
  const go = (changes: Record<string, unknown>, replace = false, resetScroll = true) =>
    void navigate({
      to: '.',
      search: (before) => definition.change({ ...before, ...changes }, {}),
      replace,
      resetScroll,
    })
  const narrowing = Object.keys(definition.change(search, {})).filter((name) => !NOT_NARROWING.includes(name))
  return {
    search,
    shown: definition.read(search),
    isNarrowed: narrowing.length > 0,
    show: (changes, replace) => go({ page: undefined, open: undefined, ...changes }, replace),
    showAll: () => go({ page: undefined, ...Object.fromEntries(narrowing.map((name) => [name, undefined])) }),
    onPage: (page) => go({ open: undefined, page: String(page) }),
    onPageSize: (size) => go({ page: undefined, open: undefined, page_size: String(size) }),
    showBeside: (open) => go({ open }, true, false),
    onSort: ({ sort, order }) => go({ page: undefined, open: undefined, sort, order }),
  }
}
