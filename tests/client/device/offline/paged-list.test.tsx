// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connection, initialConnection } from '../../../../src/client/device/offline/connection'
import { PAST_THE_END } from '../../../../src/client/ui/empty-list'
import { PagedList } from '../../../../src/client/device/offline/paged-list'
import type { Column } from '../../../../src/client/ui/record-column'
import { RecordList } from '../../../../src/client/ui/record-list'
import { theme } from '../../../../src/client/ui/theme'
import { shownTable, wordsOf } from '../../shown-table'

type Ward = { id: number; name: string; floor: string | null; beds: number }

const COLUMNS: readonly Column<Ward>[] = [
  { key: 'beds', header: 'Beds', cell: ({ beds }) => beds, inCard: 'foot', isFigure: true },
  { key: 'name', header: 'Ward', cell: ({ name }) => name, inCard: 'title' },
  { key: 'floor', header: 'Floor', cell: ({ floor }) => floor, inCard: { place: 'line', isNamed: true } },
  { key: 'notes', header: 'Notes', inRecord: { cell: () => 'Only on the page of the ward' } },
  { key: 'wing', header: 'Wing', cell: () => 'Not in this hospital', inCard: 'line', isUsed: false },
]
const NONE = {
  title: 'No wards found',
  empty: 'Wards appear here.',
  narrowed: 'No ward matches.',
  showAll: 'Show all wards',
}
const WARDS: readonly Ward[] = [
  { id: 1, name: 'Queens', floor: 'Two', beds: 12 },
  { id: 2, name: 'Abbey', floor: null, beds: 8 },
]

type Page = { data: readonly Ward[]; page: number; pages: number; total: number; page_size: number }
const pageOf = (data: readonly Ward[], place: Partial<Page> = {}): Page => ({
  data,
  page: 1,
  pages: 1,
  total: data.length,
  page_size: 10,
  ...place,
})

type Shown = { answer: () => Promise<Page>; page?: number; isNarrowed?: boolean }

type Ways = { onPage: (page: number) => void; showAll: () => void }

function Wards({ answer, page = 1, isNarrowed = false, ways }: Shown & { ways: Ways }) {
  const query = useQuery({ queryKey: [page], queryFn: answer, placeholderData: keepPreviousData, retry: false })
  const paging = { isNarrowed, onPageSize: () => {}, ...ways }
  return (
    <PagedList label="Wards" query={query} paging={paging} none={NONE} columns={COLUMNS.length}>
      {({ data }) => <RecordList label="Wards" rows={data} keyOf={({ id }) => id} columns={COLUMNS} />}
    </PagedList>
  )
}

beforeEach(() => connection.set({ state: 'online', since: 0, doubts: 0 }))
afterEach(() => {
  cleanup()
  connection.set(initialConnection(0))
})

const show = (shown: Shown) => {
  const client = new QueryClient()
  onTestFinished(() => client.clear())
  const ways = { onPage: vi.fn<(page: number) => void>(), showAll: vi.fn<() => void>() }
  const list = (now: Shown) => (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} env="test">
        <Wards {...now} ways={ways} />
      </MantineProvider>
    </QueryClientProvider>
  )
  const { rerender, container } = render(list(shown))
  return { ways, container, show: (next: Shown) => rerender(list(next)) }
}

/** The announcement of the list to screen readers. */
const readOut = () => document.querySelector('[aria-live="polite"]')?.textContent

const answered = (page: Page) => () => Promise.resolve(page)
const never = () => new Promise<Page>(() => {})

test('the table has every used and listed column, in its order, and the number of rows', async () => {
  show({ answer: answered(pageOf(WARDS, { total: 1200, pages: 120 })) })
  expect(await shownTable('Wards')).toEqual(['Beds | Ward | Floor', '12 | Queens | Two', '8 | Abbey | '])
  expect(readOut()).toBe('1–10 of 1,200')
})

test('a narrow screen has a card for each row, without missing values', async () => {
  const before = window.innerWidth
  Object.assign(window, { innerWidth: 360 })
  onTestFinished(() => void Object.assign(window, { innerWidth: before }))
  show({ answer: answered(pageOf(WARDS)) })
  const list = await screen.findByRole('list', { name: 'Wards' })
  expect([...list.children].map(wordsOf)).toEqual(['Queens Floor Two 12', 'Abbey 8'])
  expect(screen.queryByRole('table')).toBeNull()
})

test('while the first page is loaded, there is a skeleton that is not read out, and an empty live region', () => {
  const { container } = show({ answer: never })
  expect(container.querySelectorAll('[aria-hidden] .mantine-Skeleton-root').length).toBeGreaterThan(0)
  expect(screen.queryByRole('table')).toBeNull()
  expect(readOut()).toBe('')
})

test('while the next page is loaded, the one before stays and is marked busy', async () => {
  const { show: showThen, container } = show({ answer: answered(pageOf(WARDS)) })
  await screen.findByRole('table')
  expect(container.querySelector('[aria-busy="true"]')).toBeNull()
  showThen({ answer: never, page: 2 })
  expect(within(screen.getByRole('table')).getByText('Queens')).toBeDefined()
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
})

test('an empty list says what it will show, and reads out that it is empty', async () => {
  show({ answer: answered(pageOf([])) })
  await screen.findByRole('heading', { name: NONE.title })
  expect(screen.getByText(NONE.empty)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(readOut()).toBe(NONE.title)
})

test('a list emptied by a search is whole again after a press', async () => {
  const { ways } = show({ answer: answered(pageOf([])), isNarrowed: true })
  expect(await screen.findByText(NONE.narrowed)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: NONE.showAll }))
  expect(ways.showAll).toHaveBeenCalledOnce()
})

test.each([
  ['the last page', 3, 3],
  ['the first page, where all rows are gone meanwhile', 0, 1],
])('past the end of a list, a press leads to %s', async (_, pages, expected) => {
  const { ways } = show({ answer: answered(pageOf([], { page: 9, pages, total: 21 })), page: 9, isNarrowed: true })
  expect(await screen.findByText(PAST_THE_END)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
  await waitFor(() => expect(ways.onPage).toHaveBeenCalledWith(expected))
})
