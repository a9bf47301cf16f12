import type { StoredTrials } from '#contract/stored-answers'
import { Group, Stack, Text } from '@mantine/core'
import { paths } from '../../paths'
import { formatDay } from '../../ui/format-time'
import { TextLink } from '../../ui/link-button'
import { RecordList, type Column } from '../../ui/record-list'
import { TrialStatusBadge } from '../../ui/trial-status-badge'

type StoredTrial = StoredTrials['data'][number]

/** The trials that this device stores, with their stored fields. */
export function StoredTrialList({ trials }: { trials: readonly StoredTrial[] }) {
  return (
    <RecordList
      label="Trials"
      rows={trials}
      keyOf={(trial) => trial.id}
      columns={COLUMNS}
      renderCard={(trial) => (
        <Stack gap="xs">
          <Group gap="xs" wrap="nowrap" align="baseline">
            <span className="identifier">{trial.id}</span>
            <TitleLink trial={trial} />
          </Group>
          <TrialStatusBadge status={trial.trial_status} />
          <Text c="dimmed">Planned end {formatDay(trial.end_on)}</Text>
        </Stack>
      )}
    />
  )
}

const COLUMNS: Column<StoredTrial>[] = [
  { header: 'ID', cell: (trial) => <span className="identifier">{trial.id}</span>, isFigure: true },
  { header: 'Title', cell: (trial) => <TitleLink trial={trial} /> },
  { header: 'Status', cell: (trial) => <TrialStatusBadge status={trial.trial_status} /> },
  { header: 'Planned end', cell: (trial) => formatDay(trial.end_on), isUnbroken: true },
]

function TitleLink({ trial }: { trial: StoredTrial }) {
  return (
    <TextLink {...paths.trial(trial.id)} fw={600} underline="hover" py="0.625rem" display="inline-block">
      {trial.title}
    </TextLink>
  )
}
