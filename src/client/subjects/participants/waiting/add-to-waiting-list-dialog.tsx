import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActionDialog, useWrittenInDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { EVERYONE_READS } from '../../../action/required-text'
import { useAction } from '../../../action/use-action'
import { useBusyWhile } from '../../../browser/busy'
import { toastSuccess } from '../../../ui/toasts'
import { answerFaults, randomiseBody, type Answers, type OfferedSite } from '../randomise/answers'
import { ParticipantIdField } from '../randomise/participant-id-field'
import { SiteField } from '../randomise/site-field'
import { StratumField } from '../randomise/stratum-field'

export const PUT_ON_LIST = 'Put on the waiting list'

type AddProps = {
  trial: Trial
  sites: readonly OfferedSite[]
  initial: Answers
  /** After the participant is on the list. */
  onAdded?: () => void
}

/** Puts a participant on the waiting list, with the answers that a randomisation would ask for. */
export function AddToWaitingListDialog({ trial, sites, initial, onAdded, ...dialog }: OpenDialog & AddProps) {
  return (
    <ActionDialog {...dialog} title={PUT_ON_LIST}>
      <AddForm
        trial={trial}
        sites={sites}
        initial={initial}
        onAdded={() => {
          dialog.onClose()
          onAdded?.()
        }}
      />
    </ActionDialog>
  )
}

type Entered = Answers & { comment: string }

function AddForm({ trial, sites, initial, onAdded }: AddProps & { onAdded: () => void }) {
  const trialNeedingId = { ...trial, is_participant_id_required: true }
  const form = useForm<Entered>({
    initialValues: { ...initial, comment: '' },
    validate: (entered) => answerFaults(trialNeedingId, entered),
  })
  const isDirty = form.isDirty()
  useBusyWhile('form', isDirty)
  useWrittenInDialog(isDirty)
  const send = useAction(
    api.addToWaitingList,
    (entered: Entered) => {
      const { site_id, participant_strata } = randomiseBody(trial, entered, false)
      const participant_id = entered.participant_id.trim()
      return {
        parameters: { trial_id: String(trial.id) },
        body: { site_id, participant_id, participant_strata, comment: entered.comment },
      }
    },
    {
      onDone: (_answer, { participant_id }) => {
        toastSuccess(`${participant_id.trim()} is on the waiting list.`)
        onAdded()
      },
    },
  )
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title="The participant was not put on the waiting list" error={send.error} />}
      button={PUT_ON_LIST}
      needsServer="viewWaitingList"
      onSubmit={form.onSubmit((entered) => send.mutate(entered))}
    >
      <Stack gap="md">
        <Text>This does not randomise the participant. They have no study group until you randomise them.</Text>
        <ParticipantIdField trial={trial} required {...form.getInputProps('participant_id')} />
        <SiteField
          sites={sites}
          chosenAlready={null}
          value={form.values.site_id}
          error={form.errors['site_id']}
          onChange={(site) => form.setFieldValue('site_id', site)}
        />
        {trial.trial_strata.map((stratum) => (
          <StratumField
            key={stratum.id}
            stratum={stratum}
            value={form.values.options[String(stratum.id)] ?? ''}
            error={form.errors[`options.${stratum.id}`]}
            onChange={(option) => {
              form.setFieldValue('options', { ...form.values.options, [String(stratum.id)]: option })
              form.clearFieldError(`options.${stratum.id}`)
            }}
          />
        ))}
        <Textarea
          label="Comment"
          description={`Optional. Do not enter personally identifiable data. ${EVERYONE_READS}`}
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('comment')}
        />
      </Stack>
    </ActionForm>
  )
}
