import type { Simulation } from '#contract/simulations'
import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureOf, statusOf } from '../../../api/failure'
import { CopyableId } from '../../../ui/copyable-id'
import { DesignWarnings } from '../../../ui/design-warnings'
import { FailureNotice } from '../../../api/failure-notice'
import { counted } from '../../../ui/format-number'
import { methodWords } from '../design/method-words'
import classes from './results.module.css'
import { SimulationProgress } from './simulation-progress'

type AlternativeCardProps = { id: number; letter: string | null; query: UseQueryResult<Simulation> }

/** One simulation: its design, its state, and the warnings about it. */
export function AlternativeCard({ id, letter, query }: AlternativeCardProps) {
  const { data: simulation } = query
  if (simulation === undefined) return <NoCard letter={letter} query={query} />
  const { design, sizes, seed, warnings } = simulation
  return (
    <section className={classes['card']} aria-label={letter === null ? 'Simulation' : `Alternative ${letter}`}>
      <Title order={3}>
        {letter !== null && `${letter} · `}
        {methodWords(design)}
      </Title>
      <Text c="dimmed">
        {counted(sizes.participants, 'participant')} at {counted(sizes.sites, 'site')}
      </Text>
      <SimulationProgress id={id} simulation={simulation} />
      <Group gap="xs">
        <Text c="dimmed">Seed</Text>
        <CopyableId value={String(seed)} label="Seed" />
      </Group>
      <DesignWarnings warnings={warnings} />
    </section>
  )
}

function NoCard({ letter, query }: Omit<AlternativeCardProps, 'id'>) {
  if (!query.isError) return <Skeleton height="10rem" />
  const failure = failureOf(query.error)
  if (failure === null) throw query.error
  if (statusOf(failure) !== 404) return <FailureNotice failure={failure} onRetry={() => void query.refetch()} />
  return (
    <div className={classes['card']}>
      {letter !== null && <Title order={3}>{letter}</Title>}
      <Text>This simulation does not exist, or another person asked for it. Simulate the design yourself.</Text>
    </div>
  )
}
