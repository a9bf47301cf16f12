import type { StoredAction } from '#contract/stored-action'
import { reason as reasonSchema } from '#contract/fields'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { deviceOutbox } from '../../outbox/device-outbox'
import { notSavedWords } from '../../outbox/not-saved-words'
import { ownEscape } from '../../ui/own-escape'
import { MAY_BE_RECORDED, mayBeRecorded } from './may-be-recorded'

/** Gives an action up, with the reason. */
export function DiscardDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const discard = async () => {
    const parsed = v.safeParse(reasonSchema, text)
    try {
      if (!parsed.success) setFault(parsed.issues[0].message)
      else if (await deviceOutbox.discard(action.id, parsed.output)) onClose()
      else setFault('It may have reached the server meanwhile, so it cannot be discarded any more')
    } catch (error) {
      setFault(notSavedWords(error))
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      {...ownEscape(onClose)}
      title={`Discard: ${action.label}`}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text>
          {mayBeRecorded(action) ? `It will not be sent again. ${MAY_BE_RECORDED}` : 'It will not be sent.'} That it was
          here, and why it was discarded, stays in the outbox.
        </Text>
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
          <Button color="red" disabled={text.trim() === ''} onClick={() => void discard()}>
            Discard this action
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
