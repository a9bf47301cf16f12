import type { Simulation } from '#contract/simulations'
import { Button, Group, Title, VisuallyHidden } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { isUnderWay, simulationQuery } from '../../../api/simulation-queries'
import { downloadText } from '../../../ui/download-text'
import { letterOf } from '../design/simulation-form'
import { AlternativeCard } from './alternative-card'
import { ReplicatesButton } from './replicates-button'
import { ResultFigures } from './result-figures'
import classes from './results.module.css'
import { simulationCsv, type WrittenResult } from './simulation-csv'

type SimulationResultsProps = { ids: readonly number[]; takesFocus: boolean }

/** The simulations of the alternatives side by side, and the figures of the finished ones. */
export function SimulationResults({ ids, takesFocus }: SimulationResultsProps) {
  const queries = useQueries({ queries: ids.map(simulationQuery) })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the results appear, whatever changes afterwards.
  }, [])
  const results = queries.flatMap(({ data }, place) => resultOf(data, place))
  const done = queries.flatMap(({ data }, place) =>
    data?.state === 'done' ? [{ id: data.id, letter: letterOf(place), runs: data.runs }] : [],
  )
  const [name, source] = [`simulation-${ids.join('-')}.csv`, `Simulation ${ids.join(', ')}`]
  return (
    <section aria-label="Results" className={classes['results']}>
      <Group justify="space-between">
        <Title order={2} ref={heading} tabIndex={-1}>
          Results
        </Title>
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden="true" />}
            disabled={results.length === 0 || queries.some(({ data }) => data !== undefined && isUnderWay(data))}
            onClick={() => downloadText({ name, type: 'text/csv', text: simulationCsv(results) })}
          >
            Download figures (CSV)
          </Button>
          <ReplicatesButton alternatives={done} />
        </Group>
      </Group>
      <div className={classes['cards']}>
        {queries.map((query, place) => (
          <AlternativeCard
            key={ids[place]}
            id={ids[place] ?? 0}
            letter={ids.length > 1 ? letterOf(place) : null}
            query={query}
          />
        ))}
      </div>
      <VisuallyHidden aria-live="polite">
        {results.length > 0 && `${results.length} of ${ids.length} simulations done`}
      </VisuallyHidden>
      {results.length > 0 && <ResultFigures results={results} source={source} />}
    </section>
  )
}

const resultOf = (simulation: Simulation | undefined, place: number): WrittenResult[] =>
  simulation === undefined || simulation.figures === null
    ? []
    : [{ letter: letterOf(place), design: simulation.design, figures: simulation.figures, simulation }]
