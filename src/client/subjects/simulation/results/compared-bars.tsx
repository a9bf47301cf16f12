import { Text } from '@mantine/core'
import { BarsChart } from '../../../ui/bars-chart'
import { formatFigure } from '../../../ui/format-figure'
import { formatNumber } from '../../../ui/format-number'
import { chartColours } from '../../../ui/theme'
import { biasLines, cellLines, efficiencyLines, imbalanceRows, rateRows } from './figure-rows'
import type { Result } from './result'

type ComparedRow = { name: string; values: readonly number[] }

/** The rates of right guesses, a bar for each alternative. */
export function RateBars({ results }: { results: readonly Result[] }) {
  const rows = together(results.map((result) => rateRows(result).map(({ name, rate }) => ({ name, value: rate.mean }))))
  return <ComparedBars results={results} rows={rows} kind="share" greatest={1} />
}

/** What imbalance costs each comparison, in participants. */
export function LossBars({ results }: { results: readonly Result[] }) {
  const rows = together(
    results.map((result) =>
      efficiencyLines([result]).map(({ name, loss }) => ({ name, value: Math.max(0, loss.mean) })),
    ),
  )
  return <ComparedBars results={results} rows={rows.slice(0, MAX_ROWS)} kind="number" />
}

/** How often a biased trial finds a difference that is not there. */
export function BiasBars({ results }: { results: readonly Result[] }) {
  const rows = together(
    results.map((result) => biasLines([result]).map(({ name, type_1_error }) => ({ name, value: type_1_error.mean }))),
  )
  return <ComparedBars results={results} rows={rows} kind="share" />
}

/** The mean imbalance in the cells of the strata. */
export function CellBars({ results }: { results: readonly Result[] }) {
  const rows = together(
    results.map((result) => cellLines([result]).map(({ name, mean }) => ({ name, value: mean.mean }))),
  )
  return <ComparedBars results={results} rows={rows} kind="number" />
}

/** How many bars a chart holds before the rest is left to the table. */
const MAX_ROWS = 12

/** The mean imbalance of study groups in the whole trial, at each site and for each option, a bar for each alternative. */
export function ImbalanceBars({ results }: { results: readonly Result[] }) {
  const rows = together(
    results.map((result) => imbalanceRows(result).map(({ name, mean }) => ({ name, value: mean.mean }))),
  )
  return (
    <>
      <ComparedBars results={results} rows={rows.slice(0, MAX_ROWS)} kind="number" />
      {rows.length > MAX_ROWS && (
        <Text c="dimmed" size="sm" mt="xs">
          The first {MAX_ROWS} of {formatNumber(rows.length)}. The table shows them all.
        </Text>
      )}
    </>
  )
}

/** The rows of every alternative under the names of the first: they are of the same participants. */
const together = (alternatives: readonly (readonly { name: string; value: number }[])[]): ComparedRow[] =>
  (alternatives[0] ?? []).map(({ name }, place) => ({
    name,
    values: alternatives.map((rows) => rows[place]?.value ?? 0),
  }))

type ComparedBarsProps = {
  results: readonly Result[]
  rows: readonly ComparedRow[]
  kind: 'share' | 'number'
  greatest?: number
}

function ComparedBars({ results, rows, kind, greatest }: ComparedBarsProps) {
  const areCompared = results.length > 1
  return (
    <BarsChart
      colours={areCompared ? results.map((_, place) => COLOURS[place] ?? PETROL) : [PETROL]}
      {...(greatest === undefined ? {} : { greatest })}
      rows={rows.map(({ name, values }) => ({
        name,
        bars: values.map((value, place) => ({
          value,
          label: `${areCompared ? `${results[place]?.letter} ` : ''}${formatFigure(value, kind)}`,
        })),
      }))}
    />
  )
}

const PETROL = 'var(--eq-petrol)'
/** Six of the palette, told apart by eye; the letter beside each bar says which it is. */
const COLOURS = [chartColours[5], chartColours[1], chartColours[3], chartColours[6], chartColours[2], chartColours[7]]
