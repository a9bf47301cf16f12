import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { openRow } from './open-row'
import { RecordCard } from './record-card'
import { listedColumns, type Column } from './record-column'
import classes from './record-list.module.css'
import { ScrollFrame } from './scroll-frame'
import { ROOM_FOR_BROAD_TABLES, useIsWide } from './use-is-wide'

type RecordListProps<Row> = {
  /** The name of the list for screen readers. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  columns: readonly Column<Row>[]
  /** What can be done about a record, in the last column and at the foot of a card. */
  renderActions?: ((row: Row) => ReactNode) | undefined
  /** The header of that column. */
  actionsHeader?: string
  /** The details that unfold below a record, or null. */
  renderDetail?: (row: Row) => ReactNode
  /** Has too many columns for a tablet in portrait: cards below 900 px. */
  isBroad?: boolean
}

/** Records as a table, or as cards on a narrow screen. A press on a row follows its first link. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useIsWide(props.isBroad ? ROOM_FOR_BROAD_TABLES : undefined)
  const columns = listedColumns(props.columns)
  return isWide ? <RecordTable {...props} columns={columns} /> : <RecordCards {...props} columns={columns} />
}

function RecordTable<Row>(props: RecordListProps<Row>) {
  const { label, rows, keyOf, columns, renderActions, actionsHeader = 'Actions', renderDetail } = props
  return (
    <ScrollFrame label={label}>
      <Table aria-label={label} className={classes['table']} stickyHeader highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} className={classOf(column, rows)} scope="col">
                {column.header}
              </Table.Th>
            ))}
            {renderActions !== undefined && (
              <Table.Th className={ACTIONS} scope="col">
                {actionsHeader}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.flatMap((row) => {
            const unfolded = renderDetail?.(row)
            return [
              <Table.Tr key={keyOf(row)} onClick={openRow} className={classes['row']}>
                {columns.map((column) => (
                  <Table.Td key={column.key} className={classOf(column, rows)}>
                    {column.cell?.(row)}
                  </Table.Td>
                ))}
                {renderActions !== undefined && <Table.Td className={ACTIONS}>{renderActions(row)}</Table.Td>}
              </Table.Tr>,
              ...(unfolded
                ? [
                    <Table.Tr key={`${keyOf(row)}-detail`}>
                      <Table.Td colSpan={columns.length + (renderActions === undefined ? 0 : 1)}>{unfolded}</Table.Td>
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

/** They stay in sight at the end of their row where the table scrolls sideways. */
const ACTIONS = `figures ${classes['pinned']}`

const classOf = <Row,>({ isFigure, isUnbroken, isWordy }: Column<Row>, rows: readonly Row[]) =>
  [
    isFigure && 'figures',
    (typeof isUnbroken === 'function' ? isUnbroken(rows) : isUnbroken) && classes['unbroken'],
    isWordy && classes['wordy'],
  ]
    .filter(Boolean)
    .join(' ') || undefined

function RecordCards<Row>({ label, rows, keyOf, columns, renderActions, renderDetail }: RecordListProps<Row>) {
  return (
    <ul className={`plain-list ${classes['cards']}`} aria-label={label}>
      {rows.map((row) => {
        const unfolded = renderDetail?.(row)
        return (
          <li key={keyOf(row)} className={classes['card']} data-unfolded={unfolded ? '' : undefined}>
            <RecordCard columns={columns} row={row} actions={renderActions?.(row)} />
            {unfolded}
          </li>
        )
      })}
    </ul>
  )
}
