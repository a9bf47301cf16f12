import { PAGE_SIZES, PAGE_WINDOW } from '#domain/paging'
import { NativeSelect, Pagination, Text, VisuallyHidden } from '@mantine/core'
import { formatNumber } from './format-number'
import classes from './list-pager.module.css'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from './use-is-wide'

/** The window has the first, the last and the present page, and so many on each side of it. */
const SIBLINGS = (PAGE_WINDOW - 3) / 2
/** A phone or a tablet held upright has no space for the whole window. */
const SIBLINGS_WHERE_NARROW = 0

/** The place of a page in its list. */
export type Place = { page: number; pages: number; total: number; page_size: number }

type ListPagerProps = {
  /** The name of the list: "Trials". */
  label: string
  /** Null while there are no pages. */
  shown: Place | null
  /** The announcement where there is no page. */
  none: string
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/**
 * The present place in a list, its pages, and the page size. The announced region exists from the start: screen readers
 * miss one that appears with its words.
 */
export function ListPager({ label, shown, none, onPage, onPageSize }: ListPagerProps) {
  return (
    <div className={classes['pager']} data-shown={shown !== null || undefined}>
      <Text c="dimmed" aria-live="polite" className={classes['place']}>
        {shown === null ? <VisuallyHidden>{none}</VisuallyHidden> : placeInWords(shown)}
      </Text>
      {shown !== null && <Controls label={label} shown={shown} onPage={onPage} onPageSize={onPageSize} />}
    </div>
  )
}

const placeInWords = ({ page, page_size, total }: Place): string =>
  `${formatNumber((page - 1) * page_size + 1)}–${formatNumber(Math.min(page * page_size, total))} of ${formatNumber(total)}`

function Controls({ label, shown, onPage, onPageSize }: Omit<ListPagerProps, 'shown' | 'none'> & { shown: Place }) {
  const isRoomy = useIsWide(ROOM_FOR_EVERY_COLUMN)
  const { page, pages, page_size } = shown
  return (
    <>
      <NativeSelect
        aria-label="Rows on a page"
        className="no-print"
        w="10.5rem"
        value={String(page_size)}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} on a page` }))}
      />
      {pages > 1 && (
        <nav aria-label={`${label}: pages`} className={`${classes['pages']} no-print`}>
          <Pagination
            total={pages}
            value={page}
            onChange={onPage}
            siblings={isRoomy ? SIBLINGS : SIBLINGS_WHERE_NARROW}
            gap="0.125rem"
            withControls={pages > PAGE_WINDOW}
          />
        </nav>
      )}
    </>
  )
}
