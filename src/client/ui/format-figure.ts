import type { Estimate } from '#contract/simulation-figures'
import { atFirstUse } from './at-first-use'

/** The kind of a measured figure: a share from 0 to 1, shown in percent, or a plain number. */
export type FigureKind = 'share' | 'number'

const formats = {
  share: atFirstUse(
    () => new Intl.NumberFormat('en-GB', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  ),
  number: atFirstUse(() => new Intl.NumberFormat('en-GB', { minimumFractionDigits: 3, maximumFractionDigits: 3 })),
} as const

/** A figure with as many decimals as every other of its kind: `70.83%`, `1.067`. */
export const formatFigure = (value: number, kind: FigureKind): string => formats[kind]().format(value)

/** The Monte-Carlo standard error of an estimate, or empty for a single trial: `± 0.05%`. */
export const formatStandardError = ({ standard_error }: Pick<Estimate, 'standard_error'>, kind: FigureKind): string =>
  standard_error === null ? '' : `± ${formatFigure(standard_error, kind)}`

const counted = atFirstUse(() => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 }))

/** A counted value, not an estimate, with its decimals, at most three: `4`, `1.333`. */
export const formatValue = (value: number): string => counted().format(value)
