import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FigureTable } from '../../../ui/figure-table'
import { formatFigure, formatValue } from '../../../ui/format-figure'
import type { FigureColumn } from '../../../ui/figure-table'
import { ScrollFrame } from '../../../ui/scroll-frame'
import { estimateWords } from './figure-columns'
import { KEY_FIGURES, type KeyFigure } from './key-figures'
import type { Result } from './result'

/** The figures that alternatives are compared by, side by side. */
export function KeyFiguresTable({ results }: { results: readonly Result[] }) {
  const title = 'Key figures'
  const columns: FigureColumn<KeyFigure, ReactNode>[] = [
    { header: 'Figure', cell: ({ name }) => name },
    ...results.map((result) => columnOf(result, results.length > 1)),
  ]
  // A design without strata has no cells of them.
  const rows = KEY_FIGURES.filter((figure) => results.some(({ figures }) => figure.of(figures) !== null))
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <ScrollFrame label={title}>
        <FigureTable label={title} columns={columns} rows={rows} keyOf={({ name }) => name} />
      </ScrollFrame>
      <Text c="dimmed" size="sm" mt="xs" maw="48rem">
        The Monte-Carlo standard error follows ±. More simulated trials (replicates) make it smaller. If theory gives an
        exact value, it is below.
      </Text>
    </section>
  )
}

const columnOf = (result: Result, areCompared: boolean): FigureColumn<KeyFigure, ReactNode> => ({
  header: areCompared ? `Alternative ${result.letter}` : 'Value',
  cell: (figure) => <Shown figure={figure} result={result} />,
  isFigure: true,
})

function Shown({ figure, result: { figures } }: { figure: KeyFigure; result: Result }) {
  if (figure.kind === 'counted') {
    const value = figure.of(figures)
    return value === null ? null : formatValue(value)
  }
  const estimate = figure.of(figures)
  if (estimate === null) return null
  return (
    <>
      {estimateWords(estimate, figure.kind)}
      {estimate.exact !== null && (
        <Text size="sm" c="dimmed">
          exact {formatFigure(estimate.exact, figure.kind)}
        </Text>
      )}
    </>
  )
}
