import { Text, Title } from '@mantine/core'
import type { Estimate } from '#contract/simulation-figures'
import { methodWords } from '../design/method-words'
import { formatValue, type FigureKind } from '../../../ui/format-figure'
import { estimateWords } from './figure-columns'
import { firstEfficiency, type Result } from './result'
import { SortedTable, type SortedColumn } from './sorted-table'

/** The designs side by side, one a row, sorted by the figure that a person chooses. */
export function ComparedDesigns({ results }: { results: readonly Result[] }) {
  const title = 'Designs side by side'
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <SortedTable label={title} columns={COLUMNS} rows={results} keyOf={({ letter }) => letter} />
      <Text c="dimmed" size="sm" mt="xs" maw="48rem">
        Press a heading to sort. The Monte-Carlo standard error follows ±. Power and loss of efficiency are of the
        second study group beside the first.
      </Text>
    </section>
  )
}

const estimated = (
  key: string,
  header: string,
  kind: FigureKind,
  of: (result: Result) => Estimate | null | undefined,
): SortedColumn<Result> => ({
  key,
  header,
  cell: (result) => {
    const estimate = of(result)
    return estimate === null || estimate === undefined ? 'None' : estimateWords(estimate, kind)
  },
  sortedBy: (result) => of(result)?.mean ?? null,
  isFigure: true,
})

const COLUMNS: readonly SortedColumn<Result>[] = [
  {
    key: 'design',
    header: 'Design',
    cell: ({ letter, design }) => `${letter} · ${methodWords(design)}`,
    sortedBy: ({ letter }) => letter,
  },
  estimated('imbalance', 'Final imbalance', 'number', ({ figures }) => figures.imbalance[0]?.mean),
  {
    key: 'path',
    header: 'Greatest on the way, 95%',
    cell: ({ figures }) => (figures.path_maximum ? formatValue(figures.path_maximum.quantile_95) : 'None'),
    sortedBy: ({ figures }) => figures.path_maximum?.quantile_95 ?? null,
    isFigure: true,
  },
  estimated('loss', 'Loss of efficiency', 'number', ({ figures }) => firstEfficiency(figures)?.loss),
  estimated('power', 'Power', 'share', ({ figures }) => firstEfficiency(figures)?.power),
  estimated('guess', 'Correct guesses', 'share', ({ figures }) => figures.predictability.trial_guesser),
  estimated('guess_site', 'Correct guesses at a site', 'share', ({ figures }) => figures.predictability.site_guesser),
  estimated('bias', 'Type I error, biased', 'share', ({ figures }) => figures.selection_bias?.trial.type_1_error),
]
