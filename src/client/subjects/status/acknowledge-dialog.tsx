import { api } from '#contract/api'
import type { Alarm } from '#contract/service-status'
import { Text } from '@mantine/core'
import { ActionDialog, type OpenDialog } from '../../action/action-dialog'
import { ActionForm } from '../../action/action-form'
import { ActionRefused } from '../../action/action-refused'
import { RequiredText, useRequiredText } from '../../action/required-text'
import { useAction } from '../../action/use-action'
import { alarmTitle } from './alarm-words'

type AcknowledgeProps = { alarm: Alarm }

/** Asks for the finding before an alarm is closed. */
export function AcknowledgeDialog({ alarm, ...dialog }: OpenDialog & AcknowledgeProps) {
  return (
    <ActionDialog {...dialog} title="Acknowledge alarm">
      <AcknowledgeForm alarm={alarm} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function AcknowledgeForm({ alarm, onDone }: AcknowledgeProps & { onDone: () => void }) {
  const reason = useRequiredText(api.acknowledgeAlarm.body.entries.reason)
  const acknowledge = useAction(
    api.acknowledgeAlarm,
    (text: string) => ({ parameters: { alarm_id: String(alarm.id) }, body: { reason: text } }),
    { onDone },
  )
  return (
    <ActionForm
      action={acknowledge}
      refusal={<ActionRefused title="The alarm was not acknowledged" error={acknowledge.error} />}
      button={`Acknowledge alarm ${alarm.id}`}
      isDisabled={reason.isMissing}
      needsServer="viewStatus"
      onSubmit={() => {
        const text = reason.read()
        if (text !== null) acknowledge.mutate(text)
      }}
    >
      <Text>
        {alarmTitle(alarm)}. The alarm closes for every system administrator. If the next check finds the same, a new
        alarm is raised.
      </Text>
      <RequiredText
        label="Reason"
        description="Say what you found and what you did. It is recorded in the audit log."
        text={reason}
        isFirst
      />
    </ActionForm>
  )
}
