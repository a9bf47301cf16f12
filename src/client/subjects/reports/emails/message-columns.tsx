import type { Message } from '#contract/messages'
import type { Trial } from '#contract/trials'
import { messageTitle } from '#domain/people/notifications'
import { Stack, Text } from '@mantine/core'
import { counted } from '../../../ui/format-number'
import { Instant } from '../../../ui/instant'
import type { Column } from '../../../ui/record-column'
import { ParticipantLink } from '../../../record-links/participant-link'
import { UserLink } from '../../../record-links/user-link'
import { MessageStateBadge } from './message-state-badge'

/** The emails of a trial with their states. */
export const messageColumns = ({ id: trialId, selected_timezone: zone }: Trial): readonly Column<Message>[] => [
  {
    key: 'recipient',
    header: 'Recipient',
    cell: ({ recipient, recipient_user_id: id }) =>
      id === undefined ? recipient : <UserLink user={{ id, name: recipient }} />,
    inCard: 'line',
  },
  {
    key: 'event',
    header: 'Event',
    cell: (message) => <MessageSubject message={message} trialId={trialId} />,
    inCard: {
      place: 'title',
      cell: (message) => (
        <div>
          <MessageSubject message={message} trialId={trialId} />
        </div>
      ),
    },
    isWordy: true,
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state, error }) => (
      <Stack gap="0.25rem" align="flex-start">
        <MessageStateBadge state={state} />
        {error !== null && (
          <Text size="sm" maw="24rem">
            Reason: {error}
          </Text>
        )}
      </Stack>
    ),
    inCard: 'line',
    isWordy: true,
  },
  { key: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts, isFigure: true },
  {
    key: 'queued_at',
    header: 'Queued',
    cell: ({ queued_at }) => <Instant at={queued_at} zone={zone} />,
    // A card has the two columns beside it in the same sentence.
    inCard: {
      place: 'foot',
      cell: ({ queued_at, sent_at, attempts }) => (
        <>
          Queued <Instant at={queued_at} zone={zone} />
          {sent_at !== null && (
            <>
              , sent <Instant at={sent_at} zone={zone} />
            </>
          )}
          , {counted(attempts, 'attempt')}
        </>
      ),
    },
    sorts: [
      { sort: 'queued', order: 'desc', label: 'Newest first' },
      { sort: 'queued', order: 'asc', label: 'Oldest first' },
    ],
  },
  { key: 'sent_at', header: 'Sent', cell: ({ sent_at }) => sent_at && <Instant at={sent_at} zone={zone} /> },
]

/** The subject of an email: its kind, the participant, and the event. */
function MessageSubject({ message: { kind, participant, event }, trialId }: { message: Message; trialId: number }) {
  return (
    <>
      <div>{messageTitle(kind)}</div>
      {participant !== null && (
        <ParticipantLink trialId={trialId} participant={participant}>
          Participant <span className="identifier">{participant.trial_sequence_no}</span>
          {participant.participant_id !== null && (
            <>
              {' '}
              (<span className="identifier">{participant.participant_id}</span>)
            </>
          )}
        </ParticipantLink>
      )}
      {event !== null && <Text>{event}</Text>}
    </>
  )
}
