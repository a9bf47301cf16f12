import type { Estimate } from '#contract/simulation-figures'
import type { Simulation } from '#contract/simulations'
import { csvFile } from '#domain/csv'
import { methodWords } from '../design/method-words'
import { counted, estimated, type Line } from './csv-lines'
import { requestLines, type RequestedResult } from './request-lines'
import { comparisonName, groupName, packsWords, scopeName, siteName, type Result } from './result'

const HEAD = ['alternative', 'method', 'figure', 'of', 'at', 'statistic', 'value', 'standard_error', 'exact']

/** A simulation that is done, as its figures are written out and shown. */
export type WrittenResult = RequestedResult & { simulation: Pick<Simulation, 'warnings'> }

/** What was simulated, and every figure of every alternative, one a line. Shares and chances are from 0 to 1; what is not known is empty. */
export const simulationCsv = (results: readonly WrittenResult[]): string =>
  csvFile([
    HEAD,
    ...results.flatMap((result) =>
      [
        ...requestLines(result),
        ...imbalance(result),
        ...distribution(result),
        ...path(result),
        ...predictability(result),
        ...pathMaximum(result),
        ...cells(result),
        ...efficiency(result),
        ...bias(result),
        ...ratio(result),
        ...stock(result),
      ].map((line) => [result.letter, methodWords(result.design), ...line]),
    ),
  ])

const imbalance = ({ design, figures }: Result): Line[] =>
  figures.imbalance.flatMap((row) => {
    const [figure, of] = ['final imbalance', scopeName(design, row)]
    return [
      estimated(figure, of, null, 'mean', row.mean),
      estimated(figure, of, null, 'root_mean_square', row.root_mean_square),
      counted(figure, of, null, 'quantile_95', row.quantile_95),
      counted(figure, of, null, 'max', row.max),
    ]
  })

const distribution = ({ figures }: Result): Line[] =>
  figures.distribution.map(({ from, to, trials }) =>
    counted('distribution of the final imbalance', '', from === to ? from : `${from} to ${to}`, 'trials', trials),
  )

const path = ({ figures }: Result): Line[] =>
  figures.path.flatMap(({ participants, mean, quantile_2_5, median, quantile_97_5, max }) => {
    const figure = 'imbalance along the way'
    return [
      estimated(figure, '', participants, 'mean', mean),
      counted(figure, '', participants, 'quantile_2_5', quantile_2_5),
      counted(figure, '', participants, 'median', median),
      counted(figure, '', participants, 'quantile_97_5', quantile_97_5),
      counted(figure, '', participants, 'max', max),
    ]
  })

const predictability = ({ figures: { predictability: rates } }: Result): Line[] => {
  const { mean, quantile_95, max } = rates.longest_certain_run
  const [guesses, run] = ['right guesses', 'longest run of certain allocations']
  return [
    estimated(guesses, 'one who sees every allocation', null, 'mean', rates.trial_guesser),
    estimated(guesses, 'one who sees their own site', null, 'mean', rates.site_guesser),
    counted(guesses, 'one who has seen nothing', null, 'mean', rates.unseeing_guesser),
    ...certain('one who sees every allocation', rates.trial_certain),
    ...certain('one who sees their own site', rates.site_certain),
    estimated('certain allocations', 'one who knows block sizes too', null, 'mean', rates.certain),
    estimated(run, '', null, 'mean', mean),
    counted(run, '', null, 'quantile_95', quantile_95),
    counted(run, '', null, 'max', max),
  ]
}

const certain = (of: string, estimate: Estimate | undefined): Line[] =>
  estimate === undefined ? [] : [estimated('certain allocations', of, null, 'mean', estimate)]

const pathMaximum = ({ figures: { path_maximum: greatest } }: Result): Line[] =>
  greatest === undefined
    ? []
    : [
        estimated('greatest imbalance on the way', '', null, 'mean', greatest.mean),
        counted('greatest imbalance on the way', '', null, 'quantile_95', greatest.quantile_95),
        counted('greatest imbalance on the way', '', null, 'max', greatest.max),
      ]

const cells = ({ figures }: Result): Line[] =>
  (figures.cells ?? []).flatMap(({ of, cells: count, mean, worst }) => {
    const [figure, among] = ['imbalance in cells', of.replaceAll('_', ' ')]
    return [
      counted(figure, among, null, 'cells', count),
      estimated(figure, among, null, 'mean', mean),
      estimated(figure, among, 'worst cell', 'mean', worst.mean),
      counted(figure, among, 'worst cell', 'quantile_95', worst.quantile_95),
      counted(figure, among, 'worst cell', 'max', worst.max),
    ]
  })

const efficiency = ({ design, figures }: Result): Line[] =>
  (figures.efficiency ?? []).flatMap((row) => {
    const of = comparisonName(design, row)
    return [
      estimated('loss of efficiency', of, null, 'mean', row.loss),
      estimated('power', of, null, 'mean', row.power),
      counted('power as planned', of, null, 'value', row.planned_power),
    ]
  })

const bias = ({ figures: { selection_bias: biased } }: Result): Line[] =>
  biased === null || biased === undefined
    ? []
    : (
        [
          ['one who sees every allocation', biased.trial],
          ['one who sees their own site', biased.site],
        ] as const
      ).flatMap(([of, { type_1_error, detected }]) => [
        estimated('type I error under selection bias', of, null, 'mean', type_1_error),
        ...(detected === null ? [] : [estimated('selection bias detected', of, null, 'mean', detected)]),
      ])

const ratio = ({ design, figures }: Result): Line[] =>
  figures.ratio.flatMap(({ position, shares }) =>
    shares.map((share, place) => estimated('share by position', groupName(design, place), position, 'mean', share)),
  )

const stock = ({ design, figures }: Result): Line[] =>
  figures.stock.flatMap(({ packs, some_site, sites }) => {
    const [figure, at] = ['chance of running out', packsWords(design, packs)]
    return [
      estimated(figure, 'some site', at, 'chance', some_site),
      ...sites.map((chance, place) => estimated(figure, siteName(place), at, 'chance', chance)),
    ]
  })
