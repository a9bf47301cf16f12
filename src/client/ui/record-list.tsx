import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { openRow } from './open-row'
import classes from './record-list.module.css'
import { ScrollFrame } from './scroll-frame'
import { ROOM_FOR_BROAD_TABLES, useIsWide } from './use-is-wide'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** A figure, aligned right. */
  isFigure?: boolean
  /** Stays on one line. */
  isUnbroken?: boolean
  /** Stays visible at the end of its row where the table scrolls sideways. */
  isPinned?: boolean
  /** Has several words, which never wrap to one on each line. */
  isWordy?: boolean
}

type RecordListProps<Row> = {
  /** The name of the list for screen readers. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  columns: readonly Column<Row>[]
  /** A record on a screen too narrow for a table. */
  renderCard: (row: Row) => ReactNode
  /** The details that unfold below a record, or null. */
  renderDetail?: (row: Row) => ReactNode
  /** Has too many columns for a tablet in portrait: cards below 900 px. */
  isBroad?: boolean
  /** Older rows are shown while newer ones are loaded. */
  isRefreshing?: boolean
}

/** Records as a table, or as cards on a narrow screen. A press on a row follows its first link. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useIsWide(props.isBroad ? ROOM_FOR_BROAD_TABLES : undefined)
  return (
    <div className={classes['frame']} aria-busy={props.isRefreshing} data-refreshing={props.isRefreshing || undefined}>
      {isWide ? <RecordTable {...props} /> : <RecordCards {...props} />}
    </div>
  )
}

function RecordTable<Row>({ label, rows, keyOf, columns, renderDetail }: RecordListProps<Row>) {
  return (
    <ScrollFrame label={label}>
      <Table aria-label={label} highlightOnHover verticalSpacing="xs">
        <Table.Thead className={classes['head']}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} className={classOf(column)} scope="col">
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.flatMap((row) => {
            const unfolded = renderDetail?.(row)
            return [
              <Table.Tr key={keyOf(row)} onClick={openRow} className={classes['row']}>
                {columns.map((column) => (
                  <Table.Td key={column.header} className={classOf(column)}>
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>,
              ...(unfolded
                ? [
                    <Table.Tr key={`${keyOf(row)}-detail`}>
                      <Table.Td colSpan={columns.length}>{unfolded}</Table.Td>
                    </Table.Tr>,
                  ]
                : []),
            ]
          })}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  )
}

const classOf = (column: Pick<Column<never>, 'isFigure' | 'isUnbroken' | 'isPinned' | 'isWordy'>) =>
  [
    column.isFigure && 'figures',
    column.isUnbroken && classes['unbroken'],
    column.isPinned && classes['pinned'],
    column.isWordy && classes['wordy'],
  ]
    .filter(Boolean)
    .join(' ') || undefined

function RecordCards<Row>({ label, rows, keyOf, renderCard, renderDetail }: RecordListProps<Row>) {
  return (
    <ul className={classes['cards']} aria-label={label}>
      {rows.map((row) => {
        const unfolded = renderDetail?.(row)
        return (
          <li key={keyOf(row)} className={classes['card']} data-unfolded={unfolded ? '' : undefined}>
            {renderCard(row)}
            {unfolded}
          </li>
        )
      })}
    </ul>
  )
}
