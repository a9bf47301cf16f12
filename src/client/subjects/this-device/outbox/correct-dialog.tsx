import type { StoredAction } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import { Alert, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { CHANGED_IN_ANOTHER_TAB } from '../../../safety-words'
import { commentRule, needsCode } from '../../../device/outbox/sendable-actions'
import { packsOf } from '../../../device/outbox/several-packs'
import { ActionDialog, useWrittenInDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { Refused } from '../../../action/action-refused'
import { EVERYONE_READS, RequiredText, useRequiredText } from '../../../action/required-text'
import { useDigitsFault } from '../../study-packs/dispense/use-digits-fault'
import { codeFault } from '../../study-packs/scanning/code-fault'
import { correctedAction, packsAtFault } from './corrected-action'
import { PackChoice } from './pack-choice'
import { useDecision } from './use-decision'

/** Corrects a refused action and sends it as a new one; its time stays the same. */
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
  const comment = useRequiredText(commentRule(call), call.body.comment)
  // Asked again: the person looks at the label once more.
  const [code, setCode] = useState('')
  const asksCode = needsCode(call, action.notes)
  const packs = packsOf(action)
  const atFault = packsAtFault(action)
  const isChosen = packs.length > 1
  const [selected, setSelected] = useState<readonly number[]>(() =>
    packs.map(({ id }) => id).filter((id) => !isChosen || !atFault.some((refused) => refused.id === id)),
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const digitsFault = useDigitsFault(action.trial.id)
  const decision = useDecision({ tooLate: CHANGED_IN_ANOTHER_TAB, onDone: onClose })
  useWrittenInDialog(code !== '')
  const missingCode = asksCode ? codeFault(code) : null
  const send = () => {
    setIsSubmitted(true)
    const text = comment.read()
    if (text === null || missingCode !== null || (isChosen && selected.length === 0)) return
    const correction = { comment: text, confirmation_code: asksCode ? code : null, selected }
    const corrected = correctedAction({ id: crypto.randomUUID(), action, call }, correction)
    void decision.decide(
      async () =>
        (await digitsFault(corrected.action)) ?? deviceOutbox.correct(action.id, corrected.action, corrected.words),
    )
  }
  return (
    <ActionForm
      action={decision.action}
      refusal={decision.fault !== null && <Refused cause={decision.fault}>{decision.fault.words}</Refused>}
      button="Send again"
      onSubmit={send}
    >
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        {action.notes.findLast(({ event }) => event === 'refused')?.words}
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
      <RequiredText label="Comment" description={EVERYONE_READS} text={comment} />
    </ActionForm>
  )
}
