import { api } from '#contract/api'
import { broadcastForm } from '#contract/message-broadcast'
import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../../../../device/use-busy-while'
import { ServerButton } from '../../../../device/offline/server-button'
import { PageTitle } from '../../../../ui/page-title'
import { UnsavedGuard } from '../../../../ui/unsaved-guard'
import { toastSuccess } from '../../../../ui/toasts'
import { SendDialog, type Message } from './send-dialog'
import { useAction } from '../../../../action/use-action'

const EMPTY = { subject: '', body: '' }

/** `/users/broadcast`: an e-mail to everybody who has an account. */
export function BroadcastScreen() {
  const [draft, setDraft] = useState(EMPTY)
  const [isAsked, setIsAsked] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const send = useAction(api.broadcastMessage, (body: Message) => ({ body }), {
    onDone: () => {
      toastSuccess('Message broadcast successfully sent')
      setIsOpen(false)
      setIsAsked(false)
      setDraft(EMPTY)
    },
  })
  const parsed = v.safeParse(broadcastForm, draft)
  useBusyWhile('form', draft.subject !== '' || draft.body !== '')
  const faultOf = (field: keyof typeof EMPTY) =>
    isAsked ? parsed.issues?.find((issue) => v.getDotPath(issue) === field)?.message : undefined
  return (
    <>
      <UnsavedGuard isDirty={draft.subject !== '' || draft.body !== ''} />
      <PageTitle title="Message broadcast" />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsked(true)
          if (!parsed.success) return
          setAttempt(attempt + 1)
          setIsOpen(true)
        }}
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
            value={draft.subject}
            error={faultOf('subject')}
            onChange={(event) => setDraft({ ...draft, subject: event.currentTarget.value })}
          />
          <Textarea
            label="Body"
            description="Plain text. A blank line begins a new paragraph."
            required
            autosize
            minRows={8}
            maxLength={5000}
            value={draft.body}
            error={faultOf('body')}
            onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
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
      {parsed.success && (
        <SendDialog
          key={attempt}
          message={parsed.output}
          isOpen={isOpen}
          send={send}
          onClose={() => setIsOpen(false)}
          onClosed={() => button.current?.focus({ preventScroll: true })}
        />
      )}
    </>
  )
}
