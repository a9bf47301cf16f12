import { reason as reasonSchema } from '#contract/fields'
import { Text } from '@mantine/core'
import { ActionDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { Refused } from '../../../action/action-refused'
import { RequiredText, useRequiredText } from '../../../action/required-text'
import { useDecision } from './use-decision'

type ReasonDialogProps = {
  title: string
  /** The consequence. */
  words: string
  button: string
  /** Closes it with the reason; false where that is no longer possible. */
  confirm: (reason: string) => Promise<boolean>
  /** The message where it is not. */
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
  const reason = useRequiredText(reasonSchema)
  const { action, fault, decide } = useDecision({ tooLate, onDone: onClose })
  const press = () => {
    const text = reason.read()
    if (text !== null) void decide(() => confirm(text))
  }
  return (
    <ActionForm
      action={action}
      refusal={fault !== null && <Refused cause={fault}>{fault.words}</Refused>}
      button={button}
      isGrave
      onSubmit={press}
    >
      <Text>{words}</Text>
      <RequiredText label="Reason" text={reason} isFirst />
    </ActionForm>
  )
}
