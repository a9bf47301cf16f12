import type { Guessability } from '#contract/guessability'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { guessabilityQuery } from '../../../../api/trial-queries'
import { BarsChart } from '../../../../ui/bars-chart'
import { ChartOrTable } from '../../../../ui/chart-or-table'
import { DesignWarnings } from '../../../../ui/design-warnings'
import { formatFigure, formatStandardError } from '../../../../ui/format-figure'
import { formatNumber } from '../../../../ui/format-number'
import { QueryView } from '../../../../device/offline/query-view'
import type { FigureColumn } from '../../../../ui/figure-table'
import { useFigureSource } from '../use-figure-source'
import { guessLines, type GuessLine } from './guess-lines'
import classes from './proof-tab.module.css'

/** The rate of right guesses of the best guesser so far, in the trial and at each site, beside theory. */
export function GuessabilitySection({ trialId }: { trialId: number }) {
  const guessability = useQuery(guessabilityQuery(trialId))
  const source = useFigureSource(guessability.dataUpdatedAt)
  return (
    <QueryView query={guessability} loading={<Skeleton height="18rem" />}>
      {(figures) => <Guesses figures={figures} source={source} />}
    </QueryView>
  )
}

const TITLE = 'Guessability'

/** How many bars a chart holds before the rest is left to the table. */
const MAX_DRAWN = 10

function Guesses({ figures, source }: { figures: Guessability; source: string }) {
  const lines = guessLines(figures)
  return (
    <Stack gap="md">
      {lines.length === 0 ? (
        <NobodyYet />
      ) : (
        <ChartOrTable
          title={TITLE}
          source={source}
          chart={<GuessChart lines={lines} />}
          figures={{ columns: COLUMNS, rows: lines, keyOf: ({ key }) => key }}
        />
      )}
      {figures.unseeing_guesser !== null && (
        <p className={classes['words']}>
          The best guesser names the study group that is most probable from what they see. No one can be right more
          often. For the whole trial they see every allocation and every participant. At a site they see only its
          allocations and sequence numbers. Guessing blindly is right {formatFigure(figures.unseeing_guesser, 'share')}{' '}
          of the time. With few participants, observed rates may differ much from expected ones.
        </p>
      )}
      <DesignWarnings warnings={figures.warnings} />
    </Stack>
  )
}

function NobodyYet() {
  return (
    <section aria-label={TITLE}>
      <Title order={3} mb="sm">
        {TITLE}
      </Title>
      <Text c="dimmed">Figures appear here once participants have been randomised.</Text>
    </section>
  )
}

function GuessChart({ lines }: { lines: readonly GuessLine[] }) {
  const drawn = lines.slice(0, MAX_DRAWN)
  return (
    <>
      <BarsChart
        colours={['var(--eq-petrol)', 'var(--eq-muted)']}
        greatest={1}
        rows={drawn.map(({ observer, observed, expected }) => ({
          name: observer,
          bars: [
            { value: observed, label: `${formatFigure(observed, 'share')} so far` },
            { value: theory(expected), label: `${formatFigure(theory(expected), 'share')} by design` },
          ],
        }))}
      />
      {lines.length > drawn.length && (
        <Text c="dimmed" size="sm" mt="xs">
          The first {drawn.length} of {formatNumber(lines.length)}. The table shows them all.
        </Text>
      )}
    </>
  )
}

/** The exact rate where it is known, else the simulated one. */
const theory = ({ exact, mean }: GuessLine['expected']): number => exact ?? mean

const COLUMNS: readonly FigureColumn<GuessLine>[] = [
  { header: 'Seen by', cell: ({ observer }) => observer },
  {
    header: 'Participants',
    cell: ({ participants }) => formatNumber(participants),
    value: ({ participants }) => participants,
    isFigure: true,
  },
  {
    header: 'Right so far',
    cell: ({ observed }) => formatFigure(observed, 'share'),
    value: ({ observed }) => observed,
    isFigure: true,
  },
  {
    header: 'Simulated',
    cell: ({ expected }) => `${formatFigure(expected.mean, 'share')} ${formatStandardError(expected, 'share')}`,
    isFigure: true,
  },
  {
    header: 'Exact',
    cell: ({ expected }) => (expected.exact === null ? 'Not known' : formatFigure(expected.exact, 'share')),
    isFigure: true,
  },
  {
    header: 'Certain',
    cell: ({ certain }) => formatFigure(certain, 'share'),
    value: ({ certain }) => certain,
    isFigure: true,
  },
]
