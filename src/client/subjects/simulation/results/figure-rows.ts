import type { CheckedEstimate, Estimate, SimulationFigures } from '#contract/simulation-figures'
import { comparisonName, groupName, packsWords, scopeName, siteName, type Result } from './result'

/** A line of a table of figures: its key, and its alternative. */
type Line = { key: string; letter: string }

/** The figures of every alternative, one after another, as the lines of a table. */
const linesOf = <Row extends object>(
  results: readonly Result[],
  rowsOf: (result: Result) => readonly Row[],
): (Row & Line)[] =>
  results.flatMap((result) =>
    rowsOf(result).map((row, place) => ({ ...row, key: `${result.letter} ${place}`, letter: result.letter })),
  )

export type DistributionRow = { from: number; to: number; trials: number; share: number }

/** How many trials ended with each imbalance, and their share. */
export const distributionRows = ({ figures: { distribution } }: Result): DistributionRow[] => {
  const all = distribution.reduce((sum, { trials }) => sum + trials, 0)
  return distribution.map((bin) => ({ ...bin, share: bin.trials / all }))
}
export const distributionLines = (results: readonly Result[]) => linesOf(results, distributionRows)

export const pathLines = (results: readonly Result[]) => linesOf(results, ({ figures }) => figures.path)

export type RateRow = { name: string; rate: CheckedEstimate }

/** The rates of right guesses by the knowledge of the guesser, and of certain allocations. */
export const rateRows = ({ figures: { predictability: rates } }: Pick<Result, 'figures'>): RateRow[] => [
  { name: 'Sees every allocation', rate: rates.trial_guesser },
  { name: 'Sees their own site', rate: rates.site_guesser },
  { name: 'Has seen nothing', rate: exactly(rates.unseeing_guesser) },
  ...certainRows('Certain, sees every allocation', rates.trial_certain),
  ...certainRows('Certain, sees their own site', rates.site_certain),
  { name: 'Certain, knows block sizes too', rate: rates.certain },
]
export const rateLines = (results: readonly Result[]) => linesOf(results, rateRows)

/** Figures made before it was counted have no row for it. */
const certainRows = (name: string, estimate: Estimate | undefined): RateRow[] =>
  estimate === undefined ? [] : [{ name, rate: { ...estimate, exact: null } }]

const exactly = (value: number): CheckedEstimate => ({ mean: value, standard_error: 0, exact: value })

/** How often each position gets each study group. */
export const ratioLines = (results: readonly Result[]) =>
  linesOf(results, ({ design, figures }) =>
    figures.ratio.flatMap(({ position, shares }) =>
      shares.map((share, place) => ({ position, group: groupName(design, place), share })),
    ),
  )

/**
 * The chance of running out by the packs of each site at first: at any site, and at the site with the highest chance.
 */
export const stockLines = (results: readonly Result[]) =>
  linesOf(results, ({ design, figures }) =>
    figures.stock.map(({ packs, some_site, sites }) => ({
      packs: packsWords(design, packs),
      some_site,
      worst: worstSite(sites),
    })),
  )

/** The first of those with the highest chance. */
const worstSite = (sites: readonly Estimate[]): { name: string; chance: Estimate } | null => {
  let worst: { name: string; chance: Estimate } | null = null
  for (const [place, chance] of sites.entries())
    if (worst === null || chance.mean > worst.chance.mean) worst = { name: siteName(place), chance }
  return worst
}

type ImbalanceFigures = SimulationFigures['imbalance'][number]
export type ImbalanceRow = ImbalanceFigures & { name: string }

/** The imbalance of the study groups at the end: in the whole trial, at each site, for each option. */
export const imbalanceRows = ({ design, figures }: Result): ImbalanceRow[] =>
  figures.imbalance.map((row) => ({ ...row, name: scopeName(design, row) }))
export const imbalanceLines = (results: readonly Result[]) => linesOf(results, imbalanceRows)

/** The imbalance within the cells that the strata make. */
export const cellLines = (results: readonly Result[]) =>
  linesOf(results, ({ figures }) =>
    (figures.cells ?? []).map((row) => ({
      ...row,
      name: row.of === 'strata' ? 'Strata together' : 'Strata and sites together',
    })),
  )

/** What the realised allocations cost each comparison. */
export const efficiencyLines = (results: readonly Result[]) =>
  linesOf(results, ({ design, figures }) =>
    (figures.efficiency ?? []).map((row) => ({ ...row, name: comparisonName(design, row) })),
  )

/** What comes of a recruiter who guesses, by what they see. */
export const biasLines = (results: readonly Result[]) =>
  linesOf(results, ({ figures: { selection_bias: bias } }) =>
    bias === null || bias === undefined
      ? []
      : [
          { name: 'Sees every allocation', ...bias.trial },
          { name: 'Sees their own site', ...bias.site },
        ],
  )
