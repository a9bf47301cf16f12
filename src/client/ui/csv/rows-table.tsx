import type { RowFault } from '#contract/problem'
import { Box, Table } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import classes from './rows-table.module.css'

/** A column of a list: its name in the faults of a row, its title, and its cells. */
export type RowsColumn<Row> = {
  name: string
  title: string
  text: (row: Row) => string
  /** Its least width in rem, where that differs from the usual one. */
  width?: number
}

type RowsTableProps<Row> = {
  /** The noun for the rows: "Users in the file". */
  label: string
  rows: readonly Row[]
  columns: readonly RowsColumn<Row>[]
  problems: readonly RowFault[]
}

/** The height of a row, in px; a long text is cut, never wrapped, so that ten thousand rows keep their places. */
const ROW_HEIGHT = 44
const ROWS_BEYOND = 12

/** Widths, in rem: of the number of a row, and of a column without a width of its own. */
const ROW_NUMBER_WIDTH = 5
const widthOf = ({ width = 9 }: { width?: number }): number => width

/** The rows of a file, with each fault marked in its cell: only visible rows are drawn. */
export function RowsTable<Row>({ label, rows, columns, problems }: RowsTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- The compiler leaves this component as it is, which is what the library needs.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BEYOND,
  })
  const drawn = virtual.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  const faulty = useMemo(
    () => new Map(problems.map(({ row, column, message }) => [`${row} ${column}`, message])),
    [problems],
  )
  return (
    <Box component="section" ref={frame} className={classes['frame']} tabIndex={0} aria-label={`${label}: table`}>
      <Table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={classes['table']}
        stickyHeader
        miw={`${Math.max(
          44,
          columns.reduce((sum, column) => sum + widthOf(column), ROW_NUMBER_WIDTH),
        )}rem`}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th scope="col" className="figures">
              Row
            </Table.Th>
            {columns.map((column) => (
              <Table.Th key={column.name} scope="col" w={`${widthOf(column)}rem`}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Space height={above} columns={columns.length} />
          {drawn.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <Table.Tr key={index} aria-rowindex={index + 2} className={classes['row']}>
                <Table.Td className="figures">{index + 1}</Table.Td>
                {columns.map(({ name, text }) => (
                  <Cell key={name} text={text(row)} fault={faulty.get(`${index + 1} ${name}`)} />
                ))}
              </Table.Tr>
            )
          })}
          <Space height={below} columns={columns.length} />
        </Table.Tbody>
      </Table>
    </Box>
  )
}

/** Replaces the rows that are out of sight. */
function Space({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <Table.Tr aria-hidden="true">
      <Table.Td colSpan={columns + 1} h={height} p={0} />
    </Table.Tr>
  ) : null
}

function Cell({ text, fault }: { text: string; fault: string | undefined }) {
  return (
    <Table.Td className={classes['cell']} data-faulty={fault !== undefined || undefined} title={fault ?? text}>
      {fault !== undefined && <IconAlertTriangle size={18} aria-label={`Problem: ${fault}`} />}
      {text}
    </Table.Td>
  )
}
