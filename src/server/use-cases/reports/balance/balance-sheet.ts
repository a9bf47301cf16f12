import type { BalanceReport } from '#contract/balance-report'
import { BALANCE_PART_TITLES, POOLED_WORDS } from '#domain/reports/balance-words'
import type { ReportCell } from '#domain/reports/report'
import type { CountedSheet } from '../../../ground/files/report-sheet'

/**
 * A balance report as a spreadsheet: a row for each of its rows, three figures for each group, and the words of pooled
 * groups.
 */
export const balanceSheet = ({ groups, strata, rows, pooled_because }: BalanceReport): CountedSheet => {
  const note = pooled_because === null ? [] : ['Study groups']
  return {
    headings: [
      'Part',
      'Site',
      ...strata.map((name) => `${name} (as used)`),
      'Participants',
      ...groups.flatMap((name) => [`${name}: observed`, `${name}: expected`, `${name}: imbalance`]),
      ...(groups.length > 0 ? ['Largest imbalance'] : note),
    ],
    count: rows.length,
    rows: rows.map((row): ReportCell[] => [
      BALANCE_PART_TITLES[row.part],
      row.site,
      ...row.options,
      row.participants,
      ...row.groups.flatMap(({ observed, expected, imbalance }) => [observed, expected, imbalance]),
      ...(groups.length > 0 ? [Math.max(...row.groups.map(({ imbalance }) => Math.abs(imbalance)))] : []),
      ...(pooled_because === null ? [] : [POOLED_WORDS[pooled_because]]),
    ]),
  }
}
