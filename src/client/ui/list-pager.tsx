import { PAGE_SIZES, PAGE_WINDOW } from '#domain/paging'
import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { formatNumber } from './format-number'
import { useIsWide } from './use-is-wide'

/** The window has the first and the last page, the present one, and so many on each side of it. */
const SIBLINGS = (PAGE_WINDOW - 3) / 2
/** A phone has no room for the whole window. */
const SIBLINGS_ON_A_PHONE = 0

/** Why a page is empty though the list is not. */
export const PAST_THE_END = 'There are no results on this page. Go back to an earlier one.'

type ListPagerProps = {
  /** What the list holds: "Trials". */
  label: string
  shown: { page: number; pages: number; total: number; page_size: number }
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

type LastPageButtonProps = { shown: { pages: number; total: number }; onPage: (page: number) => void }

/** The way back from a page past the end of a list; nothing where the list itself is empty. */
export function LastPageButton({ shown: { pages, total }, onPage }: LastPageButtonProps) {
  if (total === 0) return null
  return <Button onClick={() => onPage(Math.max(1, pages))}>Go to the last page</Button>
}

/** Where one is in a list, its pages, and how many rows a page has. */
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
