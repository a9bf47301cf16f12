import { api } from '#contract/api'
import type { Message } from '#contract/messages'
import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMailForward } from '@tabler/icons-react'
import { ActionDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { ServerButton } from '../../../device/offline/server-button'
import { useTrialPage } from '../../trials/trial/trial-page'

type ResendButtonProps = { message: Message; onResent: (message: string) => void }

/** Asks, and then sends an email again. */
export function ResendButton({ message, onResent }: ResendButtonProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <ServerButton
        action="viewMessages"
        variant="default"
        aria-label={`Send again to ${message.recipient}`}
        leftSection={<IconMailForward size={20} aria-hidden="true" />}
        onClick={open}
      >
        Send again
      </ServerButton>
      <ActionDialog isOpen={isOpen} onClose={close} title="Send this email again?">
        <ResendForm
          message={message}
          onResent={(message) => {
            onResent(message)
            close()
          }}
        />
      </ActionDialog>
    </>
  )
}

function ResendForm({ message, onResent }: ResendButtonProps) {
  const { trial } = useTrialPage()
  const parameters = { trial_id: String(trial.id), message_id: String(message.id) }
  const send = useAction(api.resendMessage, () => ({ parameters }), {
    onDone: ({ recipient }) => onResent(`The email to ${recipient} is queued again.`),
  })
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title={`The email to ${message.recipient} was not sent again`} error={send.error} />}
      button="Send again"
      icon={IconMailForward}
      needsServer="viewMessages"
      onSubmit={() => send.mutate()}
    >
      <Text>{message.recipient} will receive it a second time.</Text>
    </ActionForm>
  )
}
