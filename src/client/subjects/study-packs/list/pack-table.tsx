import { Table } from '@mantine/core'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { Fragment, useEffect, useMemo, useRef, type RefObject } from 'react'
import { stackedColumns } from '../../../ui/record-column'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../../../ui/use-is-wide'
import type { PackListProps } from './pack-list-props'
import { rowKey } from './pack-rows'
import classes from './pack-table.module.css'
import { PackTableHead } from './pack-table-head'
import { PrintedInPart } from './printed-in-part'
import { PackTableRow } from './pack-table-row'
import { measuredWhenLaidOut } from './measured-when-laid-out'
import { useDistanceFromTop } from './use-distance-from-top'
import { useIsDrawn } from './use-is-drawn'
import { MOST_PRINTED, useIsPrinting } from './use-is-printing'
import { useRowEdges } from './use-row-edges'

/** A row's height until it is measured, in px. */
const ROW_HEIGHT = 52
const BATCH_HEIGHT = 40
/**
 * Rows drawn beyond each edge of the screen, so that fast scrolling shows no gap; at first none, so that the visible
 * ones appear sooner.
 */
const OVERSCAN = 12

/** Packs as a table in the page, which scrolls below a sticky head and heading of the batch. */
export function PackTable(props: PackListProps) {
  const { rows, ticked, shownKey } = props
  const isRoomy = useIsWide(ROOM_FOR_EVERY_COLUMN)
  const columns = useMemo(() => stackedColumns(props.columns, !isRoomy), [props.columns, isRoomy])
  const body = useRef<HTMLTableSectionElement>(null)
  const scrollMargin = useDistanceFromTop(body)
  const isDrawn = useIsDrawn()
  const isPrinting = useIsPrinting()
  const batches = useMemo(() => rows.flatMap((row, index) => (row.kind === 'batch' ? [index] : [])), [rows])
  // oxlint-disable-next-line react/incompatible-library -- nothing that it answers is kept beyond a drawing.
  const virtual = useWindowVirtualizer<Element>({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'batch' ? BATCH_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: isPrinting ? MOST_PRINTED : isDrawn ? OVERSCAN : 0,
    rangeExtractor: (range) => withBatchOf(range, batches),
    scrollMargin,
    measureElement: measuredWhenLaidOut,
    useFlushSync: false,
  })
  useTopOnChange(shownKey, body)
  const onKeyDown = useRowEdges({
    body,
    first: rows.findIndex(({ kind }) => kind !== 'batch'),
    last: rows.length - 1,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
  })
  const width = columns.length + 1
  let end = scrollMargin
  return (
    <>
      <Table
        aria-label="Study packs"
        aria-rowcount={rows.length + 1}
        className={classes['table']}
        data-wide={columns.some(({ column }) => column.key === 'study_group') || undefined}
        verticalSpacing={2}
      >
        <PackTableHead columns={columns} isManaging={ticked !== null} sorting={props.sorting} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links in the rows have the focus. */}
        <tbody ref={body} onKeyDown={onKeyDown}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const before = item.start - end
            end = item.end
            return (
              <Fragment key={String(item.key)}>
                <Gap height={before} columns={width} />
                <PackTableRow
                  row={row}
                  index={item.index}
                  measure={virtual.measureElement}
                  columns={columns}
                  isTicked={ticked === null || row.kind === 'batch' ? null : ticked.has(row.pack.id)}
                  offered={props.offered}
                  onTick={props.onTick}
                  onChoose={props.onChoose}
                />
              </Fragment>
            )
          })}
          <Gap height={virtual.getTotalSize() + scrollMargin - end} columns={width} />
        </tbody>
      </Table>
      <PrintedInPart drawn={virtual.getVirtualItems().length} rows={rows.length} />
    </>
  )
}

/** The rows to draw, with the heading of the first one's batch: it stays above them. */
const withBatchOf = (range: Range, batches: readonly number[]): number[] => {
  const drawn = defaultRangeExtractor(range)
  const first = drawn[0] ?? 0
  const batch = batches.findLast((index) => index <= first)
  return batch === undefined || batch === first ? drawn : [batch, ...drawn]
}

/** The height of the rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden="true">
      <Table.Td colSpan={columns} className={classes['gap']} style={{ height }} />
    </Table.Tr>
  )
}

/** Goes to the list's top when another list is shown, but not when the first one appears. */
const useTopOnChange = (shownKey: string, body: RefObject<HTMLElement | null>): void => {
  const before = useRef(shownKey)
  useEffect(() => {
    if (before.current === shownKey) return
    before.current = shownKey
    const top = body.current?.getBoundingClientRect().top ?? 0
    if (top < 0) body.current?.closest('table')?.scrollIntoView({ block: 'start' })
  })
}
