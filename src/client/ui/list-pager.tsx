import { PAGE_SIZES, PAGE_WINDOW } from '#domain/paging'
import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { formatNumber } from './format-number'
import { useIsWide } from './use-is-wide'

/** The window has the first, the last and the present page, and so many on each side of it. */
const SIBLINGS = (PAGE_WINDOW - 3) / 2
/** A phone has no space for the whole window. */
const SIBLINGS_ON_A_PHONE = 0

/** The title where a page is past the end of the list. */
export const PAST_THE_END = 'There are no results on this page. Go back to an earlier one.'

type ListPagerProps = {
  /** The name of the list: "Trials". */
  label: string
  shown: { page: number; pages: number; total: number; page_size: number }
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

type LastPageButtonProps = { shown: { pages: number; total: number }; onPage: (page: number) => void }

/** A button back from a page past the end of a list; nothing where the list itself is empty. */
export function LastPageButton({ shown: { pages, total }, onPage }: LastPageButtonProps) {
  if (total === 0) return null
  return <Button onClick={() => onPage(Math.max(1, pages))}>Go to the last page</Button>
}

/** The present place in a list, its pages, and the page size. */
export function ListPager({ label, shown, onPage, onPageSize }: ListPagerProps) {
  const isWide = useIsWide()
  const { page, pages, total, page_size } = shown
  const first = (page - 1) * page_size + 1
  const last = Math.min(page * page_size, total)
  return (
    <Group justify="space-between" gap="sm" mt="lg" className="no-print">
      <Text c="dimmed" aria-live="polite">
        {formatNumber(first)}–{formatNumber(last)} of {formatNumber(total)}
      </Text>
      {pages > 1 && (
        <nav aria-label={`${label}: pages`}>
          <Pagination
            total={pages}
            value={page}
            onChange={onPage}
            siblings={isWide ? SIBLINGS : SIBLINGS_ON_A_PHONE}
            gap="0.125rem"
            withControls={pages > PAGE_WINDOW}
          />
        </nav>
      )}
      <NativeSelect
        aria-label="Rows on a page"
        w="10rem"
        value={String(page_size)}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} on a page` }))}
      />
    </Group>
  )
}
