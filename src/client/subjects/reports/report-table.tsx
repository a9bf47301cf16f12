import type { ReportTable as Report } from '#contract/reports'
import type { ReportCell } from '#domain/reports/report'
import { Box, Group, Pagination, Switch, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { formatNumber } from '../../ui/format-number'
import { cellInWords } from './cell-in-words'
import { shownPlaces } from './report-columns'
import classes from './report-table.module.css'

/** More rows than these are shown by pages: a browser takes no fifty thousand of them at once. */
const ROWS_ON_A_PAGE = 1000

type ReportTableProps = {
  label: string
  report: Report
  /** The columns that are shown, in their order, where some were chosen. */
  chosen?: readonly string[] | undefined
  /** A link around the first column's cell to the record of the row. It is not printed. */
  renderLink?: (row: Report['rows'][number], text: string) => ReactNode
  /** The content beside the switch above the table. */
  tools?: ReactNode
  /** From 1. */
  page: number
  onPage: (page: number) => void
}

/** A report row by row, its headings and first column staying in sight; the headings standing on every printed page. */
export function ReportTable({ label, report, chosen, renderLink, tools, page, onPage }: ReportTableProps) {
  const { headings, rows } = report
  const places = shownPlaces(report, chosen)
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_ON_A_PAGE))
  const shownPage = Math.min(page, pages)
  const first = (shownPage - 1) * ROWS_ON_A_PAGE
  const shown = rows.slice(first, first + ROWS_ON_A_PAGE)
  // Words among figures, such as "No limit", stand below them.
  const [isWhole, setIsWhole] = useState(false)
  const areFigures = headings.map((_, column) => shown.some((row) => typeof row[column] === 'number'))
  return (
    <>
      <Group justify="space-between" mb="xs" className="no-print">
        {shown.some((row) => places.some((place) => isLong(row[place] ?? null))) && (
          <Switch
            label="Show long texts in full"
            checked={isWhole}
            onChange={(event) => setIsWhole(event.currentTarget.checked)}
          />
        )}
        {tools}
      </Group>
      <Box component="section" className={classes['frame']} tabIndex={0} aria-label={`${label}: table`}>
        <table aria-label={label} className={classes['table']} data-whole={isWhole || undefined}>
          <thead>
            <tr>
              {places.map((column) => (
                <th key={headings[column]} scope="col" className={areFigures[column] ? 'figures' : undefined}>
                  {headings[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a report never move.
              <tr key={first + place}>
                {places.map((column) => {
                  const cell = row[column] ?? null
                  const text = cellInWords(headings[column] ?? '', cell)
                  return (
                    <td key={headings[column]} className={areFigures[column] ? 'figures' : undefined}>
                      {column === 0 && renderLink !== undefined ? (
                        <>
                          <span className="no-print">{renderLink(row, text)}</span>
                          <span className={classes['on-paper']}>{text}</span>
                        </>
                      ) : (
                        <CellText text={text} isLong={isLong(cell)} />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {rows.length === 0 && <Text mt="md">This report is empty so far.</Text>}
      {pages > 1 && (
        <Group justify="space-between" mt="md">
          <Text aria-live="polite">
            Rows {formatNumber(first + 1)}–{formatNumber(first + shown.length)} of {formatNumber(rows.length)}. Printing
            includes these rows only. The spreadsheet has all rows.
          </Text>
          <nav aria-label={`${label}: pages`} className="no-print">
            <Pagination total={pages} value={shownPage} onChange={onPage} siblings={1} gap="0.125rem" />
          </nav>
        </Group>
      )}
    </>
  )
}

/** About as many characters as a line of the widest column holds. */
const ONE_LINE = 70

/** Whether a cell takes more than one line, which would make its whole row high: one is shown of it at first. */
const isLong = (cell: ReportCell): boolean =>
  typeof cell === 'string' && (cell.length > ONE_LINE || cell.includes('\n'))

function CellText({ text, isLong }: { text: string; isLong: boolean }) {
  return isLong ? <div className={classes['long']}>{text}</div> : text
}
