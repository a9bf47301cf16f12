import type { StoredAction, StoredCall } from '#contract/stored-action'
import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceOutbox } from '../../outbox/device-outbox'
import { ownEscape } from '../../ui/own-escape'

/** Puts a refused action right and sends it as a new one; when it was done stays as it was. */
export function CorrectDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  const { call } = action
  if (call === null) return null
  return (
    <Modal opened onClose={onClose} {...ownEscape(onClose)} title={action.label} closeOnClickOutside={false}>
      <CorrectForm action={action} call={call} onClose={onClose} />
    </Modal>
  )
}

function CorrectForm({ action, call, onClose }: { action: StoredAction; call: StoredCall; onClose: () => void }) {
  const [comment, setComment] = useState(call.body.comment)
  // Asked again, whatever it was: the label is looked at once more.
  const [code, setCode] = useState('')
  const isCodeAsked = call.kind === 'dispense' && (call.body.confirmation_code !== null || lacksCode(action))
  const [fault, setFault] = useState<string | null>(null)
  const send = async () => {
    const { author, trial, targets, label } = action
    const corrected = correctedCall(call, comment.trim(), isCodeAsked ? code : null)
    const replaced = await deviceOutbox.correct(action.id, {
      id: crypto.randomUUID(),
      author,
      trial,
      targets,
      label,
      call: corrected,
    })
    if (replaced) onClose()
    else setFault('This action was changed in another tab; close this and look again')
  }
  const isReady = comment.trim() !== '' && (!isCodeAsked || /^\d{3}$/.test(code))
  return (
    <Stack gap="md">
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        {fault ?? action.notes.findLast(({ event }) => event === 'refused')?.words}
      </Alert>
      {isCodeAsked && (
        <TextInput
          label="Three digits on the label"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
        />
      )}
      <Textarea
        label="Comment"
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!isReady} onClick={() => void send()}>
          Send again
        </Button>
      </Group>
    </Stack>
  )
}

/** Whether the server missed the code. */
const lacksCode = ({ notes }: StoredAction): boolean =>
  notes.some(({ refusal }) => refusal?.fields?.['confirmation_code'] !== undefined)

const correctedCall = (call: StoredCall, comment: string, confirmation_code: string | null): StoredCall =>
  call.kind === 'flag'
    ? { ...call, body: { ...call.body, comment } }
    : { ...call, body: { ...call.body, comment, confirmation_code } }
