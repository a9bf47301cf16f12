import { Stack, Text } from '@mantine/core'
import { lazy, type ReactNode } from 'react'
import { ChartOrTable } from '../../../ui/chart-or-table'
import type { FigureColumn } from '../../../ui/figure-table'
import { commonScales } from './common-scales'
import { BiasBars, CellBars, ImbalanceBars, LossBars, RateBars } from './compared-bars'
import * as columns from './figure-columns'
import * as lines from './figure-rows'
import { ComparedDesigns } from './compared-designs'
import { KeyFiguresTable } from './key-figures-table'
import { Multiples } from './multiples'
import { Recommendation } from './recommendation'
import type { WrittenResult } from './simulation-csv'

const charts = () => import('./figure-charts')
const DistributionChart = lazy(() => charts().then(({ DistributionChart }) => ({ default: DistributionChart })))
const PathChart = lazy(() => charts().then(({ PathChart }) => ({ default: PathChart })))
const RatioChart = lazy(() => charts().then(({ RatioChart }) => ({ default: RatioChart })))
const StockChart = lazy(() => charts().then(({ StockChart }) => ({ default: StockChart })))

/** Every figure of the simulations that are done: as charts, and each as a table. */
export function ResultFigures({ results, source }: { results: readonly WrittenResult[]; source: string }) {
  const scales = commonScales(results)
  return (
    <Stack gap="2.5rem">
      <Recommendation results={results} />
      {results.length > 1 && <ComparedDesigns results={results} />}
      <KeyFiguresTable results={results} />
      <Figure
        source={source}
        title="Final imbalance"
        note="How many participants the largest study group is ahead of the smallest at the end. Each count is divided by its weight."
        chart={
          <Multiples results={results}>
            {(result) => <DistributionChart result={result} greatest={scales.share} />}
          </Multiples>
        }
        columnsOf={columns.distributionColumns}
        lines={lines.distributionLines(results)}
      />
      <Figure
        source={source}
        title="Imbalance along the way"
        note="The line is the mean. The band holds 95% of the simulated trials. The dashed line is the largest imbalance. Imbalance is the largest count less the smallest, each divided by its weight. At 2 : 1 it is not a number of people."
        chart={
          <Multiples results={results}>
            {(result) => <PathChart result={result} greatest={scales.imbalance} />}
          </Multiples>
        }
        columnsOf={columns.pathColumns}
        lines={lines.pathLines(results)}
      />
      <Figure
        source={source}
        title="Predictability"
        note="How often guessing the most probable study group is right (correct-guess rate), by what the guesser sees. Certain allocations leave nothing to guess (deterministic assignments)."
        chart={<RateBars results={results} />}
        columnsOf={columns.rateColumns}
        lines={lines.rateLines(results)}
      />
      <Figure
        source={source}
        title="Imbalance by site and stratum"
        note="The mean imbalance at the end among all participants, those of one site, and those of one option."
        chart={<ImbalanceBars results={results} />}
        columnsOf={columns.imbalanceColumns}
        lines={lines.imbalanceLines(results)}
      />
      {lines.cellLines(results).length > 0 && (
        <Figure
          source={source}
          title="Imbalance in cells"
          note="A cell is one combination of the options of all strata. The mean is over the cells that have participants."
          chart={<CellBars results={results} />}
          columnsOf={columns.cellColumns}
          lines={lines.cellLines(results)}
        />
      )}
      {lines.efficiencyLines(results).length > 0 && (
        <Figure
          source={source}
          title="Efficiency and power"
          note="The loss of efficiency is how many participants’ information is lost to imbalance. The t test adjusts for the strata."
          chart={<LossBars results={results} />}
          columnsOf={columns.efficiencyColumns}
          lines={lines.efficiencyLines(results)}
        />
      )}
      {lines.biasLines(results).length > 0 && (
        <Figure
          source={source}
          title="Selection bias"
          note="A recruiter guesses by the convergence strategy and chooses participants by it. The type I error is how often the test then finds a difference without any."
          chart={<BiasBars results={results} />}
          columnsOf={columns.biasColumns}
          lines={lines.biasLines(results)}
        />
      )}
      <Figure
        source={source}
        title="Ratio by position"
        note="How often each study group is allocated at a position. Level lines mean that the ratio is the same everywhere."
        chart={
          <Multiples results={results}>{(result) => <RatioChart result={result} greatest={scales.ratio} />}</Multiples>
        }
        columnsOf={columns.ratioColumns}
        lines={lines.ratioLines(results)}
      />
      <Figure
        source={source}
        title="Running out of packs"
        note="The chance that a site has no pack of a study group when a participant needs one. Sites start with these packs and get no more."
        chart={<Multiples results={results}>{(result) => <StockChart result={result} />}</Multiples>}
        columnsOf={columns.stockColumns}
        lines={lines.stockLines(results)}
      />
    </Stack>
  )
}

type FigureProps<Line> = {
  title: string
  /** Which simulation, for files that are made of it. */
  source: string
  /** Its meaning, in a sentence. */
  note: string
  chart: ReactNode
  columnsOf: columns.ColumnsOf<Line>
  lines: readonly Line[]
}

/** One figure as its chart and as its table; with several alternatives, lines name theirs. */
function Figure<Line extends { key: string; letter: string }>(props: FigureProps<Line>) {
  const { title, source, note, chart, columnsOf, lines: shown } = props
  const areCompared = new Set(shown.map(({ letter }) => letter)).size > 1
  const alternative: FigureColumn<Line> = { header: 'Alternative', cell: ({ letter }) => letter }
  const figures = {
    columns: [...(areCompared ? [alternative] : []), ...columnsOf(shown)],
    rows: shown,
    keyOf: ({ key }: Line) => key,
  }
  return (
    <div>
      <ChartOrTable title={title} source={source} chart={chart} figures={figures} />
      <Text c="dimmed" size="sm" mt="xs" maw="48rem">
        {note}
      </Text>
    </div>
  )
}
