import type { StoredAction } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import * as v from 'valibot'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { CHANGED_IN_ANOTHER_TAB, notSavedWords } from '../../../safety-words'
import { commentRule, needsCode } from '../../../device/outbox/sendable-actions'
import { packsOf } from '../../../device/outbox/several-packs'
import { EVERYONE_READS } from '../../../action/required-text'
import { codeFault } from '../../study-packs/scanning/code-fault'
import { correctedAction, packsAtFault } from './corrected-action'
import { PackChoice } from './pack-choice'
import { ActionDialog, useWrittenInDialog } from '../../../action/action-dialog'

/** Puts a refused action right and sends it as a new one; when it was done stays as it was. */
export function CorrectDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  const { call } = action
  if (call === null) return null
  return (
    <ActionDialog isOpen onClose={onClose} title={action.label}>
      <CorrectForm action={action} call={call} onClose={onClose} />
    </ActionDialog>
  )
}

function CorrectForm({ action, call, onClose }: { action: StoredAction; call: StoredCall; onClose: () => void }) {
  const [comment, setComment] = useState(call.body.comment)
  // Asked again, whatever it was: the label is looked at once more.
  const [code, setCode] = useState('')
  const asksCode = needsCode(call, action.notes)
  const [fault, setFault] = useState<string | null>(null)
  const packs = packsOf(action)
  const atFault = packsAtFault(action)
  const isChosen = packs.length > 1
  const [selected, setSelected] = useState<readonly number[]>(() =>
    packs.map(({ id }) => id).filter((id) => !isChosen || !atFault.some((refused) => refused.id === id)),
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  useWrittenInDialog(comment !== call.body.comment || code !== '')
  const parsed = v.safeParse(commentRule(call), comment)
  const missingCode = asksCode ? codeFault(code) : null
  const send = async () => {
    setIsSubmitted(true)
    if (!parsed.success || missingCode !== null || (isChosen && selected.length === 0)) return
    const correction = { comment: parsed.output, confirmation_code: asksCode ? code : null, selected }
    const corrected = correctedAction({ id: crypto.randomUUID(), action, call }, correction)
    try {
      if (await deviceOutbox.correct(action.id, corrected.action, corrected.words)) onClose()
      else setFault(CHANGED_IN_ANOTHER_TAB)
    } catch (error) {
      setFault(notSavedWords(error))
    }
  }
  return (
    <Stack gap="md">
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        {fault ?? action.notes.findLast(({ event }) => event === 'refused')?.words}
      </Alert>
      {isChosen && <PackChoice packs={packs} atFault={atFault} selected={selected} onChange={setSelected} />}
      {asksCode && (
        <TextInput
          label="Three digits on the label"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={code}
          error={isSubmitted ? missingCode : null}
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
        />
      )}
      <Textarea
        label="Comment"
        description={EVERYONE_READS}
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        error={isSubmitted && !parsed.success ? parsed.issues[0].message : null}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void send()}>Send again</Button>
      </Group>
    </Stack>
  )
}
