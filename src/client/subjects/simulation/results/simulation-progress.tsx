import { ServerButton } from '../../../device/offline/server-button'
import { api } from '#contract/api'
import type { Simulation } from '#contract/simulations'
import { useAction } from '../../../action/use-action'
import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerStop, IconX } from '@tabler/icons-react'
import { counted, formatNumber } from '../../../ui/format-number'
import { StatusBadge } from '../../../ui/status-badge'

/** The state of a simulation; while it runs, with its figures so far and the button that cancels it. */
export function SimulationProgress({ id, simulation }: { id: number; simulation: Simulation }) {
  const { state, failure, progress } = simulation
  switch (state) {
    case 'waiting':
    case 'running':
      return <UnderWay id={id} isWaiting={state === 'waiting'} progress={progress} />
    case 'done':
      return (
        <Group gap="xs">
          <StatusBadge tone="green" icon={IconCircleCheck}>
            Done
          </StatusBadge>
          <Text>{counted(progress.of, 'simulated trial')}</Text>
        </Group>
      )
    case 'failed':
      return (
        <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
          {failure === 'interrupted' ? INTERRUPTED : FAILED}
        </Alert>
      )
    case 'cancelled':
      return (
        <Group gap="xs">
          <StatusBadge tone="slate" icon={IconX}>
            Cancelled
          </StatusBadge>
          <Text>There are no results.</Text>
        </Group>
      )
  }
}

const INTERRUPTED = 'The server stopped before the end. There are no results. Simulate the design again.'
const FAILED =
  'An error on the server ended it. There are no results. Simulate the design again. If it happens twice, contact the service.'

type UnderWayProps = { id: number; isWaiting: boolean; progress: Simulation['progress'] }

function UnderWay({ id, isWaiting, progress: { done, of } }: UnderWayProps) {
  const cancel = useAction(api.cancelSimulation, () => ({ parameters: { simulation_id: String(id) } }))
  return (
    <Stack gap="xs" align="stretch">
      <Progress value={(100 * done) / of} size="md" color="petrol" aria-label="Simulated trials" />
      <Group justify="space-between" gap="xs">
        <Text className="figures">
          {isWaiting
            ? 'Waiting for other simulations to end'
            : `${formatNumber(done)} of ${counted(of, 'simulated trial')}`}
          <br />
          You can leave this page and open it again later.
        </Text>
        <ServerButton
          action="simulate"
          variant="default"
          leftSection={<IconPlayerStop size={20} aria-hidden="true" />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </ServerButton>
      </Group>
    </Stack>
  )
}
