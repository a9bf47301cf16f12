import type { BalanceReport } from '#contract/balance-report'
import { BALANCE_PARTS } from '#domain/reports/balance'
import { BALANCE_PART_TITLES, POOLED_WORDS } from '#domain/reports/balance-words'
import { Alert, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../ui/format-number'
import { balanceColumns, sortedRows } from './balance-columns'
import { BalanceTable } from './balance-table'

/** More rows than these are shown by pages. */
const ROWS_ON_A_PAGE = 500

/** The shown part of the report and its order. `sort` is the key of a column; empty: the order of the report. */
type Shown = { part: string; sort: string; order: 'asc' | 'desc'; page: number }

/** A balance report on the screen, narrowed to one part of it and sorted by a figure. */
export function BalanceView({ label, report }: { label: string; report: BalanceReport }) {
  const [{ part, sort, order, page }, setShown] = useState<Shown>({ part: '', sort: '', order: 'desc', page: 1 })
  const show = (changes: Partial<Shown>) => setShown((before) => ({ ...before, ...changes }))
  const columns = balanceColumns(report)
  const parts = BALANCE_PARTS.filter((one) => report.rows.some((row) => row.part === one))
  const chosen = parts.find((one) => one === part)
  const column = columns.find(({ key }) => key === sort)
  const rows = sortedRows(
    report.rows.filter((row) => part === '' || row.part === part),
    { column, order },
  )
  const largest = Math.max(
    0,
    ...report.rows.map(({ groups }) => Math.max(0, ...groups.map(({ imbalance }) => Math.abs(imbalance)))),
  )
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_ON_A_PAGE))
  const shownPage = Math.min(page, pages)
  const first = (shownPage - 1) * ROWS_ON_A_PAGE
  const shown = rows.slice(first, first + ROWS_ON_A_PAGE)
  const sortBy = (key: string) => {
    const isAgain = key === sort && key !== ''
    show({ sort: key, order: isAgain && order === 'desc' ? 'asc' : 'desc', page: 1 })
  }
  return (
    <>
      {report.pooled_because !== null && (
        <Alert color="blue" mb="md" maw="40rem" icon={<IconEyeOff aria-hidden="true" />}>
          {POOLED_WORDS[report.pooled_because]}
        </Alert>
      )}
      <Text mb="md" maw="40rem">
        {report.pooled_because === null && 'Imbalance is observed less expected, in people. '}
        Everyone who was randomised counts, flagged or not. Strata are those that the draw used.
      </Text>
      {chosen !== undefined && <Text className="print-only">Shown: {BALANCE_PART_TITLES[chosen]}</Text>}
      {parts.length > 1 && (
        <NativeSelect
          className="no-print"
          label="Show"
          mb="md"
          maw="18rem"
          value={part}
          data={[
            { value: '', label: 'All parts' },
            ...parts.map((one) => ({ value: one, label: BALANCE_PART_TITLES[one] })),
          ]}
          onChange={(event) => show({ part: event.currentTarget.value, page: 1 })}
        />
      )}
      <BalanceTable
        label={label}
        columns={columns}
        rows={shown}
        strata={report.strata}
        largest={largest}
        sort={column === undefined ? '' : sort}
        order={order}
        onSort={sortBy}
      />
      {pages > 1 && (
        <Group justify="space-between" mt="md">
          <Text aria-live="polite">
            Rows {formatNumber(first + 1)}–{formatNumber(first + shown.length)} of {formatNumber(rows.length)}. The
            files have all rows.
          </Text>
          <nav aria-label={`${label}: pages`} className="no-print">
            <Pagination
              total={pages}
              value={shownPage}
              onChange={(next) => show({ page: next })}
              siblings={1}
              gap="0.125rem"
            />
          </nav>
        </Group>
      )}
    </>
  )
}
