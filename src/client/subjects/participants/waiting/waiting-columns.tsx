import type { Trial } from '#contract/trials'
import type { WaitingParticipant } from '#contract/waiting-list'
import { participantIdLabel } from '#domain/participants/participant'
import { Text } from '@mantine/core'
import { UserLink } from '../../../record-links/user-link'
import { Instant } from '../../../ui/instant'
import type { Column } from '../../../ui/record-column'

/** Those who wait for a place in a trial. Nothing here is of a study group. */
export const waitingColumns = (
  trial: Pick<Trial, 'participant_id_label' | 'selected_timezone'>,
): readonly Column<WaitingParticipant>[] => [
  {
    key: 'participant_id',
    header: participantIdLabel(trial),
    cell: ({ participant_id }) => <b className="identifier">{participant_id}</b>,
    inCard: 'title',
  },
  {
    key: 'comment',
    header: 'Comment',
    cell: ({ comment }) => comment !== null && <Text size="sm">{comment}</Text>,
    below: 'participant_id',
    isAlwaysBelow: true,
    inCard: 'line',
    isWordy: true,
  },
  {
    key: 'waiting_since',
    header: 'Waiting since',
    cell: ({ waiting_since }) => <Instant at={waiting_since} zone={trial.selected_timezone} />,
    inCard: 'line',
  },
  {
    key: 'added_by',
    header: 'Added by',
    cell: ({ added_by }) => <UserLink user={added_by} />,
    below: 'waiting_since',
    inCard: 'line',
  },
  {
    key: 'site',
    header: 'Site',
    cell: ({ site }) => site.title,
    inCard: 'foot',
    isWordy: true,
  },
  {
    key: 'is_place_free',
    header: 'Place',
    cell: ({ is_place_free }) => (is_place_free ? 'Free' : 'None yet'),
    inCard: { place: 'corner', cell: ({ is_place_free }) => (is_place_free ? 'Place free' : 'No place yet') },
  },
]
