import { csvFile } from '#domain/csv'
import type { FigureColumn } from '../figure-table'

/** The figures of a chart: the columns and rows of its table. */
export type Figures<Row> = {
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** The table of a chart as the text of a CSV file: the same columns and rows, numbers without separators of thousands. */
export const figuresCsv = <Row>({ columns, rows }: Figures<Row>): string =>
  csvFile([
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ cell, value }) => (value === undefined ? cell(row) : value(row)))),
  ])
