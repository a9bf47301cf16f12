import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ScrollFrame } from '../../../ui/scroll-frame'
import classes from './sorted-table.module.css'

/** A column with the figure that it is sorted by; null comes last. */
export type SortedColumn<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  sortedBy: (row: Row) => number | string | null
  isFigure?: boolean
}

type SortedTableProps<Row> = {
  label: string
  columns: readonly SortedColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

type Sort = { key: string; isDown: boolean }

/** A table each of whose headings sorts by its figure: the least first, then the greatest. */
export function SortedTable<Row>({ label, columns, rows, keyOf }: SortedTableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(null)
  const column = columns.find(({ key }) => key === sort?.key)
  const shown = column === undefined ? rows : sortedRows(column, rows, sort?.isDown === true)
  const press = (key: string) => setSort({ key, isDown: sort?.key === key && !sort.isDown })
  return (
    <ScrollFrame label={label}>
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, header, isFigure }) => {
              const state = stateOf(sort, key)
              const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[state]
              return (
                <Table.Th key={key} scope="col" aria-sort={state} className={isFigure ? 'figures' : undefined}>
                  <button type="button" className={classes['sort']} onClick={() => press(key)}>
                    {header}
                    <Icon size={16} aria-hidden="true" />
                  </button>
                </Table.Th>
              )
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ key, cell, isFigure }) => (
                <Table.Td key={key} className={isFigure ? 'figures' : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  )
}

const stateOf = (sort: Sort | null, key: string): 'none' | 'ascending' | 'descending' => {
  if (sort?.key !== key) return 'none'
  return sort.isDown ? 'descending' : 'ascending'
}

/** Rows without a figure come last, whichever way. */
const sortedRows = <Row,>({ sortedBy }: SortedColumn<Row>, rows: readonly Row[], isDown: boolean): readonly Row[] => {
  const known = rows.filter((row) => sortedBy(row) !== null)
  const unknown = rows.filter((row) => sortedBy(row) === null)
  const sorted = known.toSorted((one, other) => compared(sortedBy(one), sortedBy(other)))
  return [...(isDown ? sorted.toReversed() : sorted), ...unknown]
}

const compared = (one: number | string | null, other: number | string | null): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en-GB')
