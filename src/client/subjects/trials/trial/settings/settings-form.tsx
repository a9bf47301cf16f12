import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { mayEditInStatus } from '#domain/trials/trial-status'
import { Alert, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceFloppy, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { call } from '../../../../device/call'
import { answerOf } from '../../../../api/endpoint-query'
import { failureOf, isRefusedWith } from '../../../../api/failure'
import { participantsQuery } from '../../../../api/participant-queries'
import { fromServer } from '../../../../api/answer-at-hand'
import { trialQuery } from '../../../../api/trial-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { paths } from '../../../../paths'
import { ConflictDialog } from '../../form/conflict-dialog'
import { FormRefused } from '../../form/form-refused'
import { goToField } from '../../form/go-to-field'
import { hasNewNames } from '../../form/has-new-names'
import { SaveSummaryDialog } from '../../form/save-summary-dialog'
import { trialSavedMessage } from '../../form/trial-saved-message'
import { sentTrialForm, type FormSubject } from '../../form/sent-trial-form'
import { TrialForm } from '../../form/trial-form'
import { faultsBeforeSending, FILLED_OUT_INCORRECTLY } from '../../form/trial-form-faults'
import { formOfTrial, type TrialFormValues } from '../../form/trial-form-values'
import { formFailureOf, useFormFailure } from '../../form/use-form-failure'
import { useSendKey } from '../../form/use-send-key'
import { useTrialForm } from '../../form/use-trial-form'
import { toastSuccess } from '../../../../ui/toasts'
import { useFocusAtHash } from '../use-focus-at-hash'

/** What is said while a trial is in a status in which its settings stay as they are. */
export const NOT_EDITABLE = 'Trial settings can only be edited when the trial is paused'

type Body = SentBody<typeof api.updateTrial>

/**
 * A trial's settings while they are edited. While participants exist, or where packs are recorded under a name that changes, it is shown
 * what a save would do before it is done; a save over another one is told what that changed. Saving leads back to the trial.
 */
export function SettingsForm({ trial, sub }: { trial: Trial; sub: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const state = useTrialForm(trial, sub)
  const { alert, failure, clear, showFailure } = useFormFailure()
  const [isComparing, { open: compare, close: stopComparing }] = useDisclosure()
  const keyOf = useSendKey()
  const parameters = { trial_id: String(trial.id) }
  useFocusAtHash((name) => goToField(state.form, name))
  const isEditable = mayEditInStatus(trial.trial_status_id)
  const first = useQuery(participantsQuery(trial.id, { page: '1', page_size: '1' }))
  const hasParticipants = (first.data?.total ?? trial.num_sampled) > 0

  const needsSummary = (renamings: readonly unknown[]) => hasParticipants || renamings.length > 0

  const onError = async (error: Error) => {
    const cause = failureOf(error)
    // It may have been refused because the trial is another one by now.
    await client.invalidateQueries({ queryKey: trialQuery(trial.id).queryKey })
    if (cause !== null && isRefusedWith(cause, 'trial_changed_meanwhile')) compare()
    const refused = formFailureOf('Trial configuration save failed', error)
    state.showFaults(refused.faults)
    showFailure(refused)
  }
  const preview = useMutation({
    mutationFn: async (body: Body) => answerOf(await call(api.previewTrialSave, { parameters, body })),
    onError,
    onSuccess: ({ renamings }, body) => {
      if (!needsSummary(renamings)) save.mutate(body)
    },
  })
  const save = useMutation({
    mutationFn: async (body: Body) =>
      answerOf(await call(api.updateTrial, { parameters, body }, { idempotency_key: keyOf(body) })),
    onError: async (error) => {
      preview.reset()
      await onError(error)
    },
    onSuccess: async (saved) => {
      state.settle()
      client.setQueryData(trialQuery(trial.id).queryKey, fromServer(saved))
      toastSuccess(trialSavedMessage(saved.title))
      await client.invalidateQueries({ queryKey: [api.listTrials.path] })
      await navigate({ ...paths.trial(trial.id), ignoreBlocker: true })
    },
  })
  const send = (values: TrialFormValues, subject: FormSubject) => {
    const faults = faultsBeforeSending(values, subject)
    state.showFaults(faults)
    const sent = v.safeParse(api.updateTrial.body, sentTrialForm(values, subject))
    if (!sent.success || Object.keys(faults).length > 0) return showFailure({ title: FILLED_OUT_INCORRECTLY, faults })
    clear()
    if (hasParticipants || hasNewNames(sent.output, trial)) preview.mutate(sent.output)
    else save.mutate(sent.output)
  }
  return (
    <>
      <TrialForm
        state={state}
        label="Trial settings"
        isLocked={hasParticipants}
        notice={
          <>
            {!isEditable && (
              <Alert color="amber" icon={<IconLock aria-hidden="true" />}>
                {NOT_EDITABLE}
              </Alert>
            )}
            <FormRefused ref={alert} failure={failure} form={state.form} />
            {state.isOlder && state.isDirty && <SavedMeanwhile onCompare={compare} />}
          </>
        }
        action={
          <ServerButton
            action="changeSettings"
            type="submit"
            disabled={!isEditable}
            loading={preview.isPending || save.isPending}
            leftSection={<IconDeviceFloppy size={20} aria-hidden="true" />}
          >
            Save settings
          </ServerButton>
        }
        onSubmit={() => send(state.form.values, state.subject)}
      />
      <SaveSummaryDialog
        title={trial.title}
        preview={preview.data !== undefined && needsSummary(preview.data.renamings) ? preview.data : null}
        hasParticipants={hasParticipants}
        isSending={save.isPending}
        onClose={preview.reset}
        onConfirm={(renaming) => {
          if (preview.variables === undefined) return
          save.mutate(renaming === null ? preview.variables : { ...preview.variables, renaming })
        }}
      />
      <ConflictDialog
        theirs={isComparing && state.isOlder ? trial : null}
        base={state.opened.values}
        mine={state.form.values}
        onClose={stopComparing}
        onMerged={(merged) => {
          stopComparing()
          const { setup_version = null } = trial
          state.openOver({ values: formOfTrial(trial), setup_version }, merged)
          send(merged, { ...state.subject, setup_version })
        }}
      />
    </>
  )
}

/** Tells that somebody else has saved the settings since this form was opened. */
function SavedMeanwhile({ onCompare }: { onCompare: () => void }) {
  return (
    <Alert color="amber" title="Someone else has saved these settings">
      You can continue. You will see their changes before you save yours.{' '}
      <Button variant="default" onClick={onCompare}>
        See what was changed
      </Button>
    </Alert>
  )
}
