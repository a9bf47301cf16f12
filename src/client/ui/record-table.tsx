import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { sortState, SortHeading, type Sorting } from './sort-heading'
import { openRow } from './open-row'
import { moveInRows } from './row-keys'
import { stackedColumns, type Column, type StackedColumn } from './record-column'
import classes from './record-list.module.css'
import { ScrollFrame } from './scroll-frame'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from './use-is-wide'

export type RecordListProps<Row> = {
  /** The name of the list for screen readers. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  columns: readonly Column<Row>[]
  /** The actions on a record, in the last column and at the foot of a card. */
  renderActions?: ((row: Row) => ReactNode) | undefined
  /** The header of that column. */
  actionsHeader?: string
  /** The details that unfold below a record, or null. */
  renderDetail?: (row: Row) => ReactNode
  /** The order of the list, which the headings of columns with `sorts` change. */
  sorting?: Sorting | undefined
  /** Has too many columns for a tablet in portrait: cards below 900 px. */
  isBroad?: boolean
}

/** Records as a table. One with second lines has room for all of its columns; another scrolls sideways in its frame. */
export function RecordTable<Row>(props: RecordListProps<Row>) {
  const { label, rows, keyOf, columns, renderActions, actionsHeader = 'Actions', renderDetail, sorting } = props
  const isRoomy = useIsWide(ROOM_FOR_EVERY_COLUMN)
  const stacked = stackedColumns(columns, !isRoomy)
  const isFitted = columns.some(({ below }) => below !== undefined)
  const table = (
    <Table
      aria-label={label}
      className={`${classes['table']} ${isFitted ? classes['fitted'] : ''}`}
      stickyHeader
      stickyHeaderOffset={isFitted ? 'var(--eq-sticky-top, 0px)' : 0}
      highlightOnHover
    >
      <Table.Thead>
        <Table.Tr>
          {stacked.map((one) => (
            <Table.Th
              key={one.column.key}
              className={classOf(one.column, rows)}
              scope="col"
              aria-sort={sortState(one.column, sorting)}
            >
              {inLines(one, (column) => !column.isAlwaysBelow && <SortHeading column={column} sorting={sorting} />)}
            </Table.Th>
          ))}
          {renderActions !== undefined && (
            <Table.Th className={ACTIONS} scope="col">
              {actionsHeader}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody onKeyDown={moveInRows}>
        {rows.flatMap((row) => {
          const unfolded = renderDetail?.(row)
          return [
            <Table.Tr key={keyOf(row)} onClick={openRow} className={classes['row']}>
              {stacked.map((one) => (
                <Table.Td key={one.column.key} className={classOf(one.column, rows)}>
                  {inLines(one, ({ cell }) => cell?.(row))}
                </Table.Td>
              ))}
              {renderActions !== undefined && <Table.Td className={ACTIONS}>{renderActions(row)}</Table.Td>}
            </Table.Tr>,
            ...(unfolded
              ? [
                  <Table.Tr key={`${keyOf(row)}-detail`}>
                    <Table.Td colSpan={stacked.length + (renderActions === undefined ? 0 : 1)}>{unfolded}</Table.Td>
                  </Table.Tr>,
                ]
              : []),
          ]
        })}
      </Table.Tbody>
    </Table>
  )
  return isFitted ? table : <ScrollFrame label={label}>{table}</ScrollFrame>
}

/** The content of a column, and below it that of its second lines. */
const inLines = <Row,>({ column, below }: StackedColumn<Row>, of: (column: Column<Row>) => ReactNode) => (
  <>
    {of(column)}
    {below.map((one) => (
      <div key={one.key} className={classes['second']}>
        {of(one)}
      </div>
    ))}
  </>
)

/** Visible at the end of their row where the table scrolls sideways. */
const ACTIONS = `figures no-print ${classes['pinned']}`

const classOf = <Row,>({ isFigure, isUnbroken, isWordy }: Column<Row>, rows: readonly Row[]) => {
  const isInOnePiece = typeof isUnbroken === 'function' ? isUnbroken(rows) : isUnbroken
  return (
    [
      isFigure && 'figures',
      isInOnePiece === true && classes['unbroken'],
      isInOnePiece === false && classes['breaking'],
      isWordy && classes['wordy'],
    ]
      .filter(Boolean)
      .join(' ') || undefined
  )
}
