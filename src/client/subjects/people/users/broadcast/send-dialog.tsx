import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import type { useWriteKey } from '../../../../api/use-write-key'
import { broadcastCountQuery } from '../../../../api/user-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { ActionRefused } from '../../../../ui/action-refused'
import { formatNumber } from '../../../../ui/format-number'
import { ownEscape } from '../../../../ui/own-escape'
import { QueryView } from '../../../../ui/query-view'

type SendDialogProps = {
  message: SentBody<typeof api.broadcastMessage>
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
  onSent: () => void
  /** Belongs to the screen, not this dialog: a message sent again after a lost answer goes out once. */
  sendOnce: ReturnType<typeof useWriteKey>
}

/** Shows how many people will get a message. */
export function SendDialog({ message, isOpen, onClose, onClosed, onSent, sendOnce }: SendDialogProps) {
  const count = useQuery({ ...broadcastCountQuery, enabled: isOpen, staleTime: 0, gcTime: 0 })
  const send = useMutation({
    mutationFn: async () =>
      answerOf(await sendOnce(message, (options) => call(api.broadcastMessage, { body: message }, options))),
    onSuccess: onSent,
  })
  const close = () => {
    if (!send.isPending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      {...ownEscape(close)}
      title="Send this message?"
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <Stack gap="md">
        <Text fw={600}>{message.subject}</Text>
        <QueryView query={count} loading={<Skeleton height="3rem" />}>
          {({ count: people }) => (
            <>
              <Text>It goes to {usersInWords(people)} by email and cannot be recalled.</Text>
              <ActionRefused title="The message was not sent" error={send.error} />
              <Group justify="flex-end" gap="xs">
                <Button variant="default" data-autofocus onClick={close} disabled={send.isPending}>
                  Cancel
                </Button>
                <ServerButton
                  action="broadcast"
                  leftSection={<IconSend size={20} aria-hidden="true" />}
                  loading={send.isPending}
                  disabled={people === 0}
                  onClick={() => send.mutate()}
                >
                  Send to {usersInWords(people)}
                </ServerButton>
              </Group>
            </>
          )}
        </QueryView>
      </Stack>
    </Modal>
  )
}

const usersInWords = (count: number): string => (count === 1 ? '1 user' : `${formatNumber(count)} users`)
