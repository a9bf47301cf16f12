import type { CsvCell } from '#domain/csv'
import { Table } from '@mantine/core'
import classes from './figure-table.module.css'
import type { ReactNode } from 'react'

/** A column of figures, or of the words beside them. */
export type FigureColumn<Row, Cell extends ReactNode = string> = {
  header: string
  cell: (row: Row) => Cell
  /** The figure itself for files, where the cell has it in words: `1900` beside `1,900`. */
  value?: (row: Row) => CsvCell
  isFigure?: boolean
}

type FigureTableProps<Row> = {
  label: string
  columns: readonly FigureColumn<Row, ReactNode>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** The figures of a chart as a table. */
export function FigureTable<Row>({ label, columns, rows, keyOf }: FigureTableProps<Row>) {
  return (
    <Table aria-label={label} verticalSpacing="xs" className={classes['table']}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header, isFigure }) => (
            <Table.Th key={header} scope="col" className={isFigure ? 'figures' : undefined}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ header, cell, isFigure }) => (
              <Table.Td key={header} className={isFigure ? 'figures' : undefined}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
