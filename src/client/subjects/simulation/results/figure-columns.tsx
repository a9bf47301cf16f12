import type { CheckedEstimate, Estimate } from '#contract/simulation-figures'
import { formatFigure, formatStandardError, formatValue, type FigureKind } from '../../../ui/format-figure'
import { formatNumber } from '../../../ui/format-number'
import type { FigureColumn } from '../../../ui/figure-table'
import type {
  biasLines,
  cellLines,
  distributionLines,
  efficiencyLines,
  imbalanceLines,
  pathLines,
  rateLines,
  ratioLines,
  stockLines,
} from './figure-rows'

/** The columns of a table, given all its lines. */
export type ColumnsOf<Line> = (lines: readonly Line[]) => readonly FigureColumn<Line>[]

type LineOf<Lines extends (...results: never[]) => readonly unknown[]> = ReturnType<Lines>[number]

/** `0.869 ± 0.004`: the mean with its Monte-Carlo standard error. */
export const estimateWords = (estimate: Estimate, kind: FigureKind): string =>
  `${formatFigure(estimate.mean, kind)} ${formatStandardError(estimate, kind)}`.trim()

/** An estimate, and beside it its exact value where one of the lines has any. */
const checked = <Line,>(
  header: string,
  kind: FigureKind,
  lines: readonly Line[],
  of: (line: Line) => CheckedEstimate,
): FigureColumn<Line>[] => [
  { header, cell: (line) => estimateWords(of(line), kind), isFigure: true },
  ...(lines.some((line) => of(line).exact !== null)
    ? [{ header: `${header}, exact`, cell: (line: Line) => exactWords(of(line), kind), isFigure: true }]
    : []),
]

const exactWords = ({ exact }: CheckedEstimate, kind: FigureKind): string =>
  exact === null ? 'Not known' : formatFigure(exact, kind)

export const distributionColumns: ColumnsOf<LineOf<typeof distributionLines>> = () => [
  {
    header: 'Final imbalance',
    cell: ({ from, to }) => (from === to ? formatValue(from) : `${formatValue(from)} to ${formatValue(to)}`),
    isFigure: true,
  },
  { header: 'Trials', cell: ({ trials }) => formatNumber(trials), value: ({ trials }) => trials, isFigure: true },
  { header: 'Share', cell: ({ share }) => formatFigure(share, 'share'), value: ({ share }) => share, isFigure: true },
]

export const pathColumns: ColumnsOf<LineOf<typeof pathLines>> = (lines) => [
  {
    header: 'Participants',
    cell: ({ participants }) => formatNumber(participants),
    value: ({ participants }) => participants,
    isFigure: true,
  },
  ...checked('Mean', 'number', lines, ({ mean }) => mean),
  { header: '2.5%', cell: (line) => formatValue(line.quantile_2_5), isFigure: true },
  { header: 'Median', cell: ({ median }) => formatValue(median), isFigure: true },
  { header: '97.5%', cell: (line) => formatValue(line.quantile_97_5), isFigure: true },
  { header: 'Largest', cell: ({ max }) => formatValue(max), isFigure: true },
]

export const rateColumns: ColumnsOf<LineOf<typeof rateLines>> = (lines) => [
  { header: 'Guesser', cell: ({ name }) => name },
  ...checked('Correct', 'share', lines, ({ rate }) => rate),
]

export const ratioColumns: ColumnsOf<LineOf<typeof ratioLines>> = (lines) => [
  {
    header: 'Position',
    cell: ({ position }) => formatNumber(position),
    value: ({ position }) => position,
    isFigure: true,
  },
  { header: 'Study group', cell: ({ group }) => group },
  ...checked('Share', 'share', lines, ({ share }) => share),
]

export const stockColumns: ColumnsOf<LineOf<typeof stockLines>> = () => [
  { header: 'Packs at each site', cell: ({ packs }) => packs },
  { header: 'Any site runs out', cell: ({ some_site }) => estimateWords(some_site, 'share'), isFigure: true },
  {
    header: 'The site most at risk',
    cell: ({ worst }) => (worst === null ? '' : `${worst.name}: ${estimateWords(worst.chance, 'share')}`),
    isFigure: true,
  },
]

export const imbalanceColumns: ColumnsOf<LineOf<typeof imbalanceLines>> = (lines) => [
  { header: 'Among', cell: ({ name }) => name },
  ...checked('Mean', 'number', lines, ({ mean }) => mean),
  ...checked('Root mean square', 'number', lines, (line) => line.root_mean_square),
  { header: '95% at most', cell: (line) => formatValue(line.quantile_95), isFigure: true },
  { header: 'Largest', cell: ({ max }) => formatValue(max), isFigure: true },
]

export const cellColumns: ColumnsOf<LineOf<typeof cellLines>> = () => [
  { header: 'Cells of', cell: ({ name }) => name },
  { header: 'Number of cells', cell: ({ cells }) => formatNumber(cells), value: ({ cells }) => cells, isFigure: true },
  { header: 'Mean', cell: ({ mean }) => estimateWords(mean, 'number'), isFigure: true },
  { header: 'Worst cell, mean', cell: ({ worst }) => estimateWords(worst.mean, 'number'), isFigure: true },
  { header: 'Worst cell, 95% at most', cell: ({ worst }) => formatValue(worst.quantile_95), isFigure: true },
  { header: 'Worst cell, largest', cell: ({ worst }) => formatValue(worst.max), isFigure: true },
]

export const efficiencyColumns: ColumnsOf<LineOf<typeof efficiencyLines>> = (lines) => [
  { header: 'Comparison', cell: ({ name }) => name },
  ...checked('Loss of efficiency', 'number', lines, ({ loss }) => loss),
  { header: 'Power', cell: ({ power }) => estimateWords(power, 'share'), isFigure: true },
  { header: 'Power as planned', cell: (line) => formatFigure(line.planned_power, 'share'), isFigure: true },
]

export const biasColumns: ColumnsOf<LineOf<typeof biasLines>> = () => [
  { header: 'Recruiter', cell: ({ name }) => name },
  { header: 'Type I error', cell: (line) => estimateWords(line.type_1_error, 'share'), isFigure: true },
  {
    header: 'Detected (Berger and Exner)',
    cell: ({ detected }) => (detected === null ? 'Cannot be' : estimateWords(detected, 'share')),
    isFigure: true,
  },
]
