import type { TrialSummary } from '#contract/trials'
import { Group, Stack, Text } from '@mantine/core'
import { paths } from '../../../paths'
import { BlindedBadge } from '../../../ui/blinded-badge'
import { formatDay } from '../../../ui/format-time'
import { TextLink } from '../../../ui/link-button'
import { RecordList, type Column } from '../../../ui/record-list'
import { Recruited } from '../../../ui/recruited'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'

/** Trials with what one chooses them by. */
export function TrialList({ trials, isRefreshing }: { trials: readonly TrialSummary[]; isRefreshing: boolean }) {
  return (
    <RecordList
      label="Trials"
      rows={trials}
      keyOf={(trial) => trial.id}
      columns={COLUMNS}
      renderCard={(trial) => <TrialCard trial={trial} />}
      isRefreshing={isRefreshing}
    />
  )
}

const COLUMNS: Column<TrialSummary>[] = [
  { header: 'ID', cell: (trial) => <span className="identifier">{trial.id}</span>, isFigure: true },
  { header: 'Title', cell: (trial) => <TitleLink trial={trial} /> },
  { header: 'Status', cell: (trial) => <TrialStates trial={trial} /> },
  { header: 'Participants', cell: (trial) => <Recruited trial={trial} />, isFigure: true },
  { header: 'Planned end', cell: (trial) => formatDay(trial.end_on), isUnbroken: true },
]

function TrialCard({ trial }: { trial: TrialSummary }) {
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="baseline">
        <span className="identifier">{trial.id}</span>
        <TitleLink trial={trial} />
      </Group>
      <TrialStates trial={trial} />
      <Recruited trial={trial} />
      <Text c="dimmed">Planned end {formatDay(trial.end_on)}</Text>
    </Stack>
  )
}

function TitleLink({ trial }: { trial: TrialSummary }) {
  return (
    <TextLink {...paths.trial(trial.id)} fw={600} underline="hover" py="0.625rem" display="inline-block">
      {trial.title}
    </TextLink>
  )
}

function TrialStates({ trial }: { trial: TrialSummary }) {
  return (
    <Group gap="xs">
      <TrialStatusBadge status={trial.trial_status} />
      <BlindedBadge trial={trial} isShort />
    </Group>
  )
}
