import type { Message } from '#contract/messages'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { mayResend, MESSAGE_KINDS, type MessageKind } from '#domain/people/notifications'
import type { Trial } from '#contract/trials'
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../../paths'
import { Instant } from '../../../ui/instant'
import { TextLink } from '../../../ui/link-button'
import { RecordList, type Column } from '../../../ui/record-list'
import { MessageStateBadge } from './message-state-badge'
import { ResendButton } from './resend-button'

type MessageListProps = {
  trial: Trial
  permission: EffectivePermission
  messages: readonly Message[]
  isRefreshing: boolean
  onResent: (words: string) => void
}

/** E-mails with how each of them stands, and the way to send one again. */
export function MessageList({ trial, permission, messages, isRefreshing, onResent }: MessageListProps) {
  const resend = (message: Message) =>
    mayResend(message.state) && can(permission, 'resendMessage') ? (
      <ResendButton message={message} onResent={onResent} />
    ) : null
  return (
    <RecordList
      label="Emails"
      rows={messages}
      keyOf={(message) => message.id}
      columns={[...columnsIn(trial), { header: 'Actions', cell: resend, isFigure: true, isPinned: true }]}
      renderCard={(message) => <MessageCard message={message} trial={trial} action={resend(message)} />}
      isBroad
      isRefreshing={isRefreshing}
    />
  )
}

const columnsIn = ({ id, selected_timezone: zone }: Trial): Column<Message>[] => [
  { header: 'Recipient', cell: ({ recipient }) => recipient },
  { header: 'Event', cell: (message) => <About message={message} trialId={id} />, isWordy: true },
  { header: 'Status', cell: (message) => <State message={message} />, isWordy: true },
  { header: 'Attempts', cell: ({ attempts }) => attempts, isFigure: true },
  { header: 'Queued', cell: ({ queued_at }) => <Instant at={queued_at} zone={zone} /> },
  { header: 'Sent', cell: ({ sent_at }) => sent_at && <Instant at={sent_at} zone={zone} /> },
]

const isKind = (kind: string): kind is MessageKind => kind in MESSAGE_KINDS

const titleOf = (kind: string): string => (isKind(kind) ? MESSAGE_KINDS[kind].title : kind)

/** What an e-mail tells of: its kind, the participant, and what happened. */
function About({ message: { kind, participant, event }, trialId }: { message: Message; trialId: number }) {
  return (
    <>
      <div>{titleOf(kind)}</div>
      {participant !== null && (
        <TextLink {...paths.participant(trialId, participant.id)} py="0.625rem" display="inline-block">
          Participant <span className="identifier">{participant.trial_sequence_no}</span>
          {participant.participant_id !== null && (
            <>
              {' '}
              (<span className="identifier">{participant.participant_id}</span>)
            </>
          )}
        </TextLink>
      )}
      {event !== null && <Text>{event}</Text>}
    </>
  )
}

/** The state, and what the last attempt failed of. */
function State({ message: { state, error } }: { message: Message }) {
  return (
    <Stack gap="0.25rem" align="flex-start">
      <MessageStateBadge state={state} />
      {error !== null && (
        <Text size="sm" maw="24rem">
          Reason: {error}
        </Text>
      )}
    </Stack>
  )
}

function MessageCard({ message, trial, action }: { message: Message; trial: Trial; action: ReactNode }) {
  const { recipient, attempts, queued_at, sent_at } = message
  const zone = trial.selected_timezone
  return (
    <Stack gap="0.25rem">
      <Text component="div" fw={600}>
        <About message={message} trialId={trial.id} />
      </Text>
      <Text>{recipient}</Text>
      <State message={message} />
      <Text c="dimmed">
        Queued <Instant at={queued_at} zone={zone} />
        {sent_at !== null && (
          <>
            , sent <Instant at={sent_at} zone={zone} />
          </>
        )}
        , {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
      </Text>
      <Group justify="flex-end">{action}</Group>
    </Stack>
  )
}
