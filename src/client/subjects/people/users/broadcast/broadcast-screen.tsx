import { api } from '#contract/api'
import { broadcastForm } from '#contract/message-broadcast'
import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ServerButton } from '../../../../device/offline/server-button'
import { PageTitle } from '../../../../ui/page-title'
import { UnsavedGuard } from '../../../../action/leave-guard'
import { toastSuccess } from '../../../../ui/toasts'
import { useSchemaForm } from '../../../../action/use-schema-form'
import { SendDialog, type Message } from './send-dialog'
import { useAction } from '../../../../action/use-action'

const EMPTY: Message = { subject: '', body: '' }

/** `/users/broadcast`: an email to everybody who has an account. */
export function BroadcastScreen() {
  const { form, isDirty, submit } = useSchemaForm(broadcastForm, EMPTY)
  const [message, setMessage] = useState<Message | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isOpen, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  const send = useAction(api.broadcastMessage, (body: Message) => ({ body }), {
    onDone: () => {
      toastSuccess('Message broadcast successfully sent')
      close()
      form.reset()
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <PageTitle title="Message broadcast" />
      <form
        noValidate
        onSubmit={submit((written) => {
          setMessage(written)
          setAttempt(attempt + 1)
          open()
        })}
      >
        <Stack gap="md" maw="40rem">
          <Text>
            The message is emailed to every user whose account is active and has not expired. It begins with “Dear” and
            their name, and ends with yours.
          </Text>
          <TextInput
            label="Subject"
            required
            maxLength={150}
            key={form.key('subject')}
            {...form.getInputProps('subject')}
          />
          <Textarea
            label="Body"
            description="Plain text. A blank line begins a new paragraph."
            required
            autosize
            minRows={8}
            maxLength={5000}
            key={form.key('body')}
            {...form.getInputProps('body')}
          />
          <Group>
            <ServerButton
              action="broadcast"
              ref={button}
              type="submit"
              leftSection={<IconSend size={20} aria-hidden="true" />}
            >
              Send message
            </ServerButton>
          </Group>
        </Stack>
      </form>
      {message !== null && (
        <SendDialog
          key={attempt}
          message={message}
          isOpen={isOpen}
          send={send}
          onClose={close}
          onClosed={() => button.current?.focus({ preventScroll: true })}
        />
      )}
    </>
  )
}
