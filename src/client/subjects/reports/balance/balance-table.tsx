import type { BalanceReport } from '#contract/balance-report'
import { Box } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import tableClasses from '../report-table.module.css'
import { balanceFigure, placeWords, type BalanceColumn } from './balance-columns'
import classes from './balance-table.module.css'

type BalanceTableProps = {
  label: string
  columns: readonly BalanceColumn[]
  rows: BalanceReport['rows']
  strata: readonly string[]
  /** The largest imbalance of the whole report, shown by a bar of full length. */
  largest: number
  /** The key of the column that it is sorted by; empty: the order of the report. */
  sort: string
  order: 'asc' | 'desc'
  onSort: (key: string) => void
}

/** The balance row by row; each heading sorts by its figure, and each imbalance has a bar. */
export function BalanceTable({ label, columns, rows, strata, largest, sort, order, onSort }: BalanceTableProps) {
  const groups = [...new Set(columns.flatMap(({ group }) => (group === null ? [] : [group])))]
  const sortOf = (key: string) => {
    if (key !== sort) return 'none'
    return order === 'asc' ? 'ascending' : 'descending'
  }
  const headingRows = groups.length > 0 ? 2 : 1
  const alone = columns.filter(({ group }) => group === null)
  const heading = ({ key, heading: title, group }: BalanceColumn) => (
    <th key={key} scope="col" rowSpan={group === null ? headingRows : 1} className="figures" aria-sort={sortOf(key)}>
      <SortButton heading={title} of={group} state={sortOf(key)} onSort={() => onSort(key)} />
    </th>
  )
  return (
    <Box component="section" className={tableClasses['frame']} tabIndex={0} aria-label={`${label}: table`}>
      <table aria-label={label} className={`${tableClasses['table']} ${classes['table']}`}>
        <thead>
          <tr>
            <th scope="col" rowSpan={headingRows} aria-sort={sort === '' ? 'ascending' : 'none'}>
              <SortButton heading="Where" state={sort === '' ? 'ascending' : 'none'} onSort={() => onSort('')} />
            </th>
            {alone.map(heading)}
            {groups.map((group) => (
              <th key={group} scope="colgroup" colSpan={3} className={classes['group']}>
                {group}
              </th>
            ))}
          </tr>
          {groups.length > 0 && <tr>{columns.filter(({ group }) => group !== null).map(heading)}</tr>}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.part} ${row.site} ${row.options.join('\n')}`}>
              <th scope="row">{placeWords(row, strata)}</th>
              {columns.map((column) => (
                <td key={column.key} className="figures">
                  <Figure column={column} value={column.figure(row)} largest={largest} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

type SortButtonProps = {
  heading: string
  of?: string | null
  state: 'none' | 'ascending' | 'descending'
  onSort: () => void
}

function SortButton({ heading, of = null, state, onSort }: SortButtonProps) {
  const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[state]
  return (
    <button
      type="button"
      className={classes['sort']}
      aria-label={of === null ? heading : `${heading}, ${of}`}
      onClick={onSort}
    >
      {heading}
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}

function Figure({ column, value, largest }: { column: BalanceColumn; value: number; largest: number }) {
  const text = balanceFigure(column, value)
  if (column.kind !== 'imbalance') return text
  const length = largest === 0 ? 0 : (50 * Math.abs(value)) / largest
  return (
    <span className={classes['bar']}>
      <span className={classes['track']} aria-hidden="true">
        <span className={classes['fill']} style={{ width: `${length}%`, [value < 0 ? 'right' : 'left']: '50%' }} />
      </span>
      {text}
    </span>
  )
}
