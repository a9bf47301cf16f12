import type { Message } from '#contract/messages'
import { can, type EffectivePermission } from '#domain/permissions'
import { mayResend, MESSAGE_KINDS, type MessageKind } from '#domain/notifications'
import type { Trial } from '#contract/trials'
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Instant } from '../../../ui/instant'
import { RecordList, type Column } from '../../../ui/record-list'
import { MessageStateBadge } from './message-state-badge'
import { ResendButton, type Resent } from './resend-button'

type MessageListProps = {
  trial: Trial
  permission: EffectivePermission
  messages: readonly Message[]
  isRefreshing: boolean
  onResent: (resent: Resent) => void
}

/** E-mails with how each of them stands, and the way to send one again. */
export function MessageList({ trial, permission, messages, isRefreshing, onResent }: MessageListProps) {
  const zone = trial.selected_timezone
  const resend = (message: Message) =>
    mayResend(message.state) && can(permission, 'resendMessage') ? (
      <ResendButton message={message} onResent={onResent} />
    ) : null
  return (
    <RecordList
      label="E-mails"
      rows={messages}
      keyOf={(message) => message.id}
      columns={[...columnsIn(zone), { header: 'Actions', cell: resend, isFigure: true }]}
      renderCard={(message) => <MessageCard message={message} zone={zone} action={resend(message)} />}
      isRefreshing={isRefreshing}
    />
  )
}

const columnsIn = (zone: string): Column<Message>[] => [
  { header: 'Recipient', cell: ({ recipient }) => recipient },
  { header: 'About', cell: ({ kind }) => titleOf(kind) },
  { header: 'State', cell: (message) => <State message={message} />, isWordy: true },
  { header: 'Attempts', cell: ({ attempts }) => attempts, isFigure: true },
  { header: 'Queued', cell: ({ queued_at }) => <Instant at={queued_at} zone={zone} /> },
  { header: 'Sent', cell: ({ sent_at }) => sent_at && <Instant at={sent_at} zone={zone} /> },
]

const isKind = (kind: string): kind is MessageKind => kind in MESSAGE_KINDS

const titleOf = (kind: string): string => (isKind(kind) ? MESSAGE_KINDS[kind].title : kind)

/** The state, and what the last attempt failed of. */
function State({ message: { state, error } }: { message: Message }) {
  return (
    <Stack gap="0.25rem" align="flex-start">
      <MessageStateBadge state={state} />
      {error !== null && (
        <Text size="sm" maw="24rem">
          {error}
        </Text>
      )}
    </Stack>
  )
}

function MessageCard({ message, zone, action }: { message: Message; zone: string; action: ReactNode }) {
  const { kind, recipient, attempts, queued_at, sent_at } = message
  return (
    <Stack gap="0.25rem">
      <Text fw={600}>{titleOf(kind)}</Text>
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
