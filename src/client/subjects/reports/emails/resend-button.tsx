import { api } from '#contract/api'
import type { Message } from '#contract/messages'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { answerOf } from '../../../api/endpoint-query'
import { isWriteLost, messageOf } from '../../../api/failure'
import { failureInPlace } from '../../../api/raised-failure'
import { writeFailureText } from '../../../api/write-failure-words'
import { ServerButton } from '../../../device/offline/server-button'
import { useTrialPage } from '../../trials/trial/trial-page'

/** What became of the last e-mail that was sent again. */
export type Resent = { ok: boolean; words: string }

type ResendButtonProps = { message: Message; onResent: (resent: Resent) => void }

/** Asks, and then sends an e-mail again, under one key for as long as its row stands, so that pressing twice sends it once. */
export function ResendButton({ message, onResent }: ResendButtonProps) {
  const { trial } = useTrialPage()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const parameters = { trial_id: String(trial.id), message_id: String(message.id) }
  const send = useMutation({
    mutationFn: async () => answerOf(await call(api.resendMessage, { parameters }, { idempotency_key })),
    onSuccess: ({ recipient }) => onResent({ ok: true, words: `The email to ${recipient} is queued again.` }),
    onError: (error) => {
      const failure = failureInPlace(error)
      if (failure === null) return
      onResent({
        ok: false,
        words: isWriteLost(failure)
          ? writeFailureText(failure)
          : `The email to ${message.recipient} was not sent again: ${messageOf(failure)}`,
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [api.listMessages.path] }),
  })
  const close = () => setIsOpen(false)
  return (
    <>
      <ServerButton
        action="viewMessages"
        variant="default"
        aria-label={`Send again to ${message.recipient}`}
        leftSection={<IconMailForward size={20} aria-hidden="true" />}
        loading={send.isPending}
        onClick={() => setIsOpen(true)}
      >
        Send again
      </ServerButton>
      <Modal opened={isOpen} onClose={close} title="Send this email again?">
        <Stack gap="md">
          <Text>{message.recipient} will receive it a second time.</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              data-autofocus
              leftSection={<IconMailForward size={20} aria-hidden="true" />}
              onClick={() => {
                close()
                send.mutate()
              }}
            >
              Send again
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
