import type { BalanceReport } from '#contract/balance-report'
import { BALANCE_PART_TITLES, POOLED_WORDS } from '#domain/reports/balance-words'
import { timeIn } from '../time/calendar'
import { pdfTables, type PdfColumn, type PdfRow } from './pdf-table'

type BalanceFile = {
  /** The name of the report for its reader. */
  name: string
  trial: { id: number; title: string; selected_timezone: string }
  report: BalanceReport
}

/** More groups than these are in tables of their own. */
const GROUPS_ABREAST = 6

/** A balance report as a PDF, piece by piece. */
export const balancePdf = ({ name, trial, report }: BalanceFile): AsyncGenerator<Uint8Array, void, undefined> =>
  pdfTables({
    title: `${name}: ${trial.title}`,
    lead: [
      `Trial ${trial.id}, generated ${timeIn(trial.selected_timezone, report.timestamp)}`,
      report.pooled_because === null
        ? 'Each group: observed / expected / imbalance, in people. Everyone who was randomised counts, flagged or not.'
        : POOLED_WORDS[report.pooled_because],
      'Strata are those that the draw used.',
    ],
    foot: `${name}, trial ${trial.id}`,
    created_at: report.timestamp,
    tables: spans(report.groups.length).map(({ from, to }) => ({
      columns: columnsOf(report.groups.slice(from, to)),
      rows: rowsOf(report, from, to),
    })),
  })

/** One table where there are no groups. */
const spans = (groups: number): { from: number; to: number }[] =>
  Array.from({ length: Math.max(1, Math.ceil(groups / GROUPS_ABREAST)) }, (_, place) => ({
    from: place * GROUPS_ABREAST,
    to: (place + 1) * GROUPS_ABREAST,
  }))

const columnsOf = (groups: readonly string[]): PdfColumn[] => [
  { heading: 'Where', share: 4 },
  { heading: 'Participants', share: 1.6, isFigure: true },
  ...groups.map((heading) => ({ heading, share: 2, isFigure: true })),
]

function* rowsOf({ rows, strata }: BalanceReport, from: number, to: number): Generator<PdfRow, void, undefined> {
  let part = ''
  for (const row of rows) {
    if (row.part !== part) yield { heading: BALANCE_PART_TITLES[row.part] }
    part = row.part
    const options = row.options.flatMap((option, place) => (option === null ? [] : [`${strata[place]}: ${option}`]))
    yield {
      cells: [
        [...(row.site === null ? [] : [row.site]), ...options].join(' · ') || 'Everyone',
        String(row.participants),
        ...row.groups
          .slice(from, to)
          .map(({ observed, expected, imbalance }) => `${observed} / ${expected.toFixed(1)} / ${signed(imbalance)}`),
      ],
    }
  }
}

/** With its sign, and one decimal as every expected count. */
const signed = (imbalance: number): string => {
  const size = Math.abs(imbalance).toFixed(1)
  if (imbalance === 0) return size
  return imbalance > 0 ? `+${size}` : `−${size}`
}
