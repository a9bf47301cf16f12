import type { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm, type SentAction } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { broadcastCountQuery } from '../../../../api/user-queries'
import { counted } from '../../../../ui/format-number'
import { QueryView } from '../../../../device/offline/query-view'

export type Message = SentBody<typeof api.broadcastMessage>

type SendFormProps = {
  message: Message
  /** Belongs to the screen, not this dialog: a message sent again after a lost answer goes out once. */
  send: SentAction & { error: unknown; mutate: (message: Message) => void }
}

/** Shows how many people will get a message. */
export function SendDialog({ isOpen, onClose, onClosed, ...form }: Required<OpenDialog> & SendFormProps) {
  return (
    <ActionDialog isOpen={isOpen} onClose={onClose} onClosed={onClosed} title="Send this message?">
      <SendForm {...form} />
    </ActionDialog>
  )
}

function SendForm({ message, send }: SendFormProps) {
  const count = useQuery({ ...broadcastCountQuery, staleTime: 0, gcTime: 0 })
  return (
    <QueryView query={count} loading={<Skeleton height="6rem" />}>
      {({ count: people }) => (
        <ActionForm
          action={send}
          refusal={<ActionRefused title="The message was not sent" error={send.error} />}
          button={`Send to ${counted(people, 'user')}`}
          icon={IconSend}
          needsServer="broadcast"
          isDisabled={people === 0}
          onSubmit={() => send.mutate(message)}
        >
          <Text fw={600}>{message.subject}</Text>
          <Text>It goes to {counted(people, 'user')} by email and cannot be recalled.</Text>
        </ActionForm>
      )}
    </QueryView>
  )
}
