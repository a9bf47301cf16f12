import '@mantine/charts/styles.layer.css'
import { BarChart, CompositeChart, LineChart } from '@mantine/charts'
import { atFirstUse } from '../../../ui/at-first-use'
import classes from '../../../ui/chart.module.css'
import { formatFigure, formatValue } from '../../../ui/format-figure'
import { formatNumber } from '../../../ui/format-number'
import { horizontalGrid } from '../../../ui/horizontal-grid'
import { chartOutline, groupColour } from '../../../ui/theme'
import { ticksTo } from './common-scales'
import { distributionRows } from './figure-rows'
import { packsWords, type Result } from './result'
import { spreadLabels } from './spread-labels'

const HEIGHT = 240
const percent = atFirstUse(() => new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 }))
const formatPercent = (share: number) => percent().format(share)
const PETROL = 'var(--eq-petrol)'
const MUTED = 'var(--eq-muted)'

/** The shares of trials by their final imbalance. `greatest` is the share of full height. */
export function DistributionChart({ result, greatest }: { result: Result; greatest: number }) {
  const data = distributionRows(result).map(({ from, to, share }) => ({
    imbalance: from === to ? formatValue(from) : `${formatValue(from)}–${formatValue(to)}`,
    share,
  }))
  const description = data.map(({ imbalance, share }) => `${imbalance}: ${formatFigure(share, 'share')}`)
  return (
    <figure className={classes['chart']} aria-label={`Share of the trials by imbalance. ${description.join('; ')}`}>
      <BarChart
        aria-hidden="true"
        h={HEIGHT}
        data={data}
        dataKey="imbalance"
        series={[{ name: 'share', color: PETROL }]}
        withTooltip={false}
        valueFormatter={formatPercent}
        xAxisLabel="Imbalance"
        maxBarWidth={40}
        barProps={{ radius: 3, stroke: chartOutline, strokeWidth: 1, strokeOpacity: 1 }}
        barChartProps={{ accessibilityLayer: false, barCategoryGap: '12%', margin: { top: 8, bottom: 30, left: -8 } }}
        yAxisProps={{ domain: [0, greatest], ticks: ticksTo(greatest) }}
      />
    </figure>
  )
}

/** The imbalance during the trial: its mean, the range of 95% of the trials, and the largest. */
export function PathChart({ result, greatest }: { result: Result; greatest: number }) {
  const data = result.figures.path.map(({ participants, mean, quantile_2_5, quantile_97_5, max }) => ({
    participants,
    band: [quantile_2_5, quantile_97_5],
    mean: mean.mean,
    max,
  }))
  const last = data.at(-1)
  const description =
    last === undefined
      ? ''
      : `After ${last.participants} participants: mean ${formatFigure(last.mean, 'number')}, 95% of the trials from ${formatValue(last.band[0] ?? 0)} to ${formatValue(last.band[1] ?? 0)}, largest ${formatValue(last.max)}`
  return (
    <figure className={classes['chart']} aria-label={description}>
      <CompositeChart
        aria-hidden="true"
        h={HEIGHT}
        data={data}
        dataKey="participants"
        {...horizontalGrid}
        withDots={false}
        withTooltip={false}
        curveType="linear"
        series={[
          { name: 'band', type: 'area', color: PETROL },
          { name: 'max', type: 'line', color: MUTED, strokeDasharray: '4 4' },
          { name: 'mean', type: 'line', color: PETROL },
        ]}
        areaProps={{ isAnimationActive: false, fillOpacity: 0.2, strokeOpacity: 0 }}
        lineProps={{ isAnimationActive: false }}
        composedChartProps={{ accessibilityLayer: false, margin: { top: 8, bottom: 30, left: -8, right: 20 } }}
        xAxisLabel="Participants"
        xAxisProps={{ type: 'number', domain: [0, 'dataMax'], tickCount: 5, tickFormatter: formatNumber }}
        yAxisProps={{ domain: [0, greatest], ticks: ticksTo(greatest) }}
        valueFormatter={formatValue}
      />
    </figure>
  )
}

/** More lines cannot be told apart; the table has them all. */
const MAX_GROUPS_DRAWN = 8

/** How often each position gets each study group; a group's line is level where the ratio holds. */
export function RatioChart({ result, greatest }: { result: Result; greatest: number }) {
  const { design, figures } = result
  const groups = design.study_groups.slice(0, MAX_GROUPS_DRAWN).map(({ name }, place) => ({ name, place }))
  const data = figures.ratio.map(({ position, shares }) => ({
    position,
    ...Object.fromEntries(groups.map(({ place }) => [`group${place}`, shares[place]?.mean ?? 0])),
  }))
  const last = figures.ratio.at(-1)
  const ends = groups.map(({ place }) => last?.shares[place]?.mean ?? 0)
  const pxOf = (share: number) => (1 - share / greatest) * (HEIGHT - AXIS_ROOM)
  const shareAt = (px: number) => greatest * (1 - px / (HEIGHT - AXIS_ROOM))
  const moved = spreadLabels(ends.map(pxOf), LABEL_GAP)
  const description = groups.map(({ name }, index) => `${name} ${formatFigure(ends[index] ?? 0, 'share')}`)
  return (
    <figure className={classes['chart']} aria-label={`At the last position: ${description.join(', ')}`}>
      <LineChart
        aria-hidden="true"
        h={HEIGHT}
        data={data}
        dataKey="position"
        {...horizontalGrid}
        curveType="linear"
        withDots={false}
        withTooltip={false}
        series={groups.map(({ place }) => ({ name: `group${place}`, color: groupColour(place) }))}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false, margin: { top: 8, bottom: 30, left: -8, right: LABEL_ROOM } }}
        referenceDots={groups.map(({ name, place }, index) => ({
          x: last?.position ?? 0,
          y: shareAt(moved[index] ?? 0),
          ifOverflow: 'visible' as const,
          color: groupColour(place),
          label: {
            value: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name,
            position: 'right' as const,
            fill: 'var(--eq-ink)',
            fontSize: 14,
          },
        }))}
        xAxisLabel="Position"
        xAxisProps={{ type: 'number', domain: [0, 'dataMax'], tickCount: 5, tickFormatter: formatNumber }}
        yAxisProps={{ domain: [0, greatest], ticks: ticksTo(greatest) }}
        valueFormatter={formatPercent}
      />
    </figure>
  )
}

const LABEL_GAP = 18
const LABEL_ROOM = 112
const LONGEST_NAME = 13
/** What the axis below and the margins take of the height, in px. */
const AXIS_ROOM = 68

/** The chance that some site runs out, by the number of packs that each has at first. */
export function StockChart({ result }: { result: Result }) {
  const { design, figures } = result
  const data = figures.stock.map(({ packs, some_site }) => ({
    packs: packs.reduce((sum, count) => sum + count, 0),
    chance: some_site.mean,
  }))
  const description = figures.stock.map(
    ({ packs, some_site }) => `${packsWords(design, packs)}: ${formatFigure(some_site.mean, 'share')}`,
  )
  return (
    <figure className={classes['chart']} aria-label={`Chance that any site runs out. ${description.join('; ')}`}>
      <LineChart
        aria-hidden="true"
        h={HEIGHT}
        data={data}
        dataKey="packs"
        {...horizontalGrid}
        curveType="linear"
        withTooltip={false}
        series={[{ name: 'chance', color: PETROL }]}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false, margin: { top: 8, bottom: 30, left: -8, right: 20 } }}
        xAxisLabel="Packs of all study groups at each site"
        xAxisProps={{ type: 'number', domain: [0, 'dataMax'], tickCount: 5, tickFormatter: formatNumber }}
        yAxisProps={{ domain: [0, 1], ticks: ticksTo(1) }}
        valueFormatter={formatPercent}
      />
    </figure>
  )
}
