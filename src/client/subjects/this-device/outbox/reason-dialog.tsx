import { reason as reasonSchema } from '#contract/fields'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { notSavedWords } from '../../../safety-words'
import { ActionDialog, useWrittenInDialog } from '../../../action/action-dialog'

type ReasonDialogProps = {
  title: string
  /** The consequence. */
  words: string
  button: string
  /** Does it with the reason; false where it cannot be done any more. */
  confirm: (reason: string) => Promise<boolean>
  /** Said where it cannot. */
  tooLate: string
  onClose: () => void
}

/** Asks for the reason for closing an action that is not sent. */
export function ReasonDialog({ title, ...form }: ReasonDialogProps) {
  return (
    <ActionDialog isOpen onClose={form.onClose} title={title}>
      <ReasonForm {...form} />
    </ActionDialog>
  )
}

function ReasonForm({ words, button, confirm, tooLate, onClose }: Omit<ReasonDialogProps, 'title'>) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  useWrittenInDialog(text !== '')
  const close = async () => {
    const parsed = v.safeParse(reasonSchema, text)
    try {
      if (!parsed.success) setFault(parsed.issues[0].message)
      else if (await confirm(parsed.output)) onClose()
      else setFault(tooLate)
    } catch (error) {
      setFault(notSavedWords(error))
    }
  }
  return (
    <Stack gap="md">
      <Text>{words}</Text>
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        data-autofocus
        value={text}
        error={fault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" onClick={() => void close()}>
          {button}
        </Button>
      </Group>
    </Stack>
  )
}
