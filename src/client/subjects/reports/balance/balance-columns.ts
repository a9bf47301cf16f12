import type { BalanceReport } from '#contract/balance-report'
import { atFirstUse } from '../../../ui/at-first-use'

type Row = BalanceReport['rows'][number]

/** A column of figures: its key in the address, the group it is of, its heading, and its figure in a row. */
export type BalanceColumn = {
  key: string
  group: string | null
  heading: string
  figure: (row: Row) => number
  kind: 'count' | 'expected' | 'imbalance'
}

/** The columns of figures, from left to right. */
export const balanceColumns = ({ groups }: Pick<BalanceReport, 'groups'>): BalanceColumn[] => [
  { key: 'participants', group: null, heading: 'Participants', figure: (row) => row.participants, kind: 'count' },
  ...groups.flatMap((group, at): BalanceColumn[] => [
    {
      key: `observed-${at}`,
      group,
      heading: 'Observed',
      figure: (row) => row.groups[at]?.observed ?? 0,
      kind: 'count',
    },
    {
      key: `expected-${at}`,
      group,
      heading: 'Expected',
      figure: (row) => row.groups[at]?.expected ?? 0,
      kind: 'expected',
    },
    {
      key: `imbalance-${at}`,
      group,
      heading: 'Imbalance',
      figure: (row) => row.groups[at]?.imbalance ?? 0,
      kind: 'imbalance',
    },
  ]),
]

/** The rows by a column, the largest or the smallest first; without one in the order of the report. Equal ones keep that order. */
export const sortedRows = (
  rows: readonly Row[],
  { column, order }: { column: BalanceColumn | undefined; order: 'asc' | 'desc' },
): readonly Row[] => {
  if (column === undefined) return rows
  const way = order === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => way * (column.figure(one) - column.figure(other)))
}

/** The participants of a row: `Northern General · Sex: Female`. */
export const placeWords = ({ site, options }: Row, strata: readonly string[]): string => {
  const chosen = options.flatMap((option, at) => (option === null ? [] : [`${strata[at]}: ${option}`]))
  const label = [...(site === null ? [] : [site]), ...chosen].join(' · ')
  return label === '' ? 'Everyone' : label
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const formats = {
  count: atFirstUse(() => new Intl.NumberFormat('en-GB')),
  expected: atFirstUse(() => new Intl.NumberFormat('en-GB', ONE_DECIMAL)),
  imbalance: atFirstUse(() => new Intl.NumberFormat('en-GB', { ...ONE_DECIMAL, signDisplay: 'exceptZero' })),
}

/** A figure as its column writes it: `12`, `11.5`, `+0.5`. */
export const balanceFigure = ({ kind }: BalanceColumn, value: number): string =>
  formats[kind]().format(value).replace('-', '−')
