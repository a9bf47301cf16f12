import type { StoredTrials } from '#contract/stored-answers'
import type { TrialSummary } from '#contract/trials'
import { Box, Group } from '@mantine/core'
import { paths } from '../../../paths'
import { BlindedBadge } from '../../../ui/blinded-badge'
import { formatDay } from '../../../ui/format-time'
import type { Column } from '../../../ui/record-column'
import { RecordLink } from '../../../ui/record-link'
import { Recruited } from '../../../ui/recruited'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'

/** The columns of trials for choosing one, as the server or a device lists them. */
export const TRIAL_COLUMNS: readonly Column<TrialSummary, StoredTrials['data'][number]>[] = [
  {
    key: 'id',
    header: 'ID',
    cell: ({ id }) => <span className="identifier">{id}</span>,
    inCard: 'title',
    isStored: true,
    isFigure: true,
    sorts: [
      { sort: 'id', order: 'asc', label: 'Trial ID, ascending' },
      { sort: 'id', order: 'desc', label: 'Trial ID, descending' },
    ],
  },
  {
    key: 'title',
    header: 'Title',
    cell: ({ id, title }) => <RecordLink {...paths.trial(id)}>{title}</RecordLink>,
    inCard: 'title',
    isStored: true,
    sorts: [
      { sort: 'title', order: 'asc', label: 'Trial title, ascending' },
      { sort: 'title', order: 'desc', label: 'Trial title, descending' },
    ],
  },
  {
    key: 'trial_status',
    header: 'Status',
    cell: (trial) => (
      <Group gap="xs">
        <TrialStatusBadge status={trial.trial_status} />
        {'is_blinded_whole' in trial && <BlindedBadge trial={trial} isShort />}
      </Group>
    ),
    inCard: 'line',
    isStored: true,
  },
  {
    key: 'num_sampled',
    header: 'Participants',
    cell: (trial) => <Recruited trial={trial} />,
    // Its bar is as wide as the card.
    inCard: {
      place: 'line',
      cell: (trial) => (
        <Box display="grid">
          <Recruited trial={trial} />
        </Box>
      ),
    },
    isFigure: true,
  },
  {
    key: 'end_on',
    header: 'Planned end',
    cell: ({ end_on }) => formatDay(end_on),
    inCard: { place: 'foot', isNamed: true },
    isStored: true,
    isUnbroken: true,
  },
]
