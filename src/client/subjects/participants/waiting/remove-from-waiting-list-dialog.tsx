import { api } from '#contract/api'
import type { WaitingParticipant } from '#contract/waiting-list'
import { Text } from '@mantine/core'
import { ActionDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { EVERYONE_READS, RequiredText, useRequiredText } from '../../../action/required-text'
import { useAction } from '../../../action/use-action'
import { toastSuccess } from '../../../ui/toasts'

type RemoveProps = { trialId: number; waiting: WaitingParticipant }

const REMOVE = 'Remove from the waiting list'

/** Takes a participant off the waiting list, with a reason. */
export function RemoveFromWaitingListDialog({ trialId, waiting, ...dialog }: OpenDialog & RemoveProps) {
  return (
    <ActionDialog {...dialog} title={REMOVE}>
      <RemoveForm trialId={trialId} waiting={waiting} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function RemoveForm({ trialId, waiting, onDone }: RemoveProps & { onDone: () => void }) {
  const reason = useRequiredText(api.removeFromWaitingList.body.entries.reason)
  const parameters = { trial_id: String(trialId), waiting_id: String(waiting.id) }
  const send = useAction(api.removeFromWaitingList, (text: string) => ({ parameters, body: { reason: text } }), {
    onDone: () => {
      toastSuccess(`${waiting.participant_id} is no longer on the waiting list.`)
      onDone()
    },
  })
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title="Not removed" error={send.error} />}
      button={REMOVE}
      needsServer="viewWaitingList"
      onSubmit={() => {
        const text = reason.read()
        if (text !== null) send.mutate(text)
      }}
    >
      <Text>
        <b className="identifier">{waiting.participant_id}</b> will no longer wait at {waiting.site.title}. The audit
        log shows the reason.
      </Text>
      <RequiredText
        label="Reason"
        description={`For example: no longer eligible, withdrew consent. ${EVERYONE_READS}`}
        text={reason}
        isFirst
      />
    </ActionForm>
  )
}
