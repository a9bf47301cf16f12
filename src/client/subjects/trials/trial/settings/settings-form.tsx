import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { mayEditInStatus } from '#domain/trials/trial-status'
import { Alert, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceFloppy, IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../../../action/use-action'
import { isRefusedWith, type Failure } from '../../../../api/failure'
import { participantsQuery } from '../../../../api/participant-queries'
import { trialQuery } from '../../../../api/trial-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { paths } from '../../../../paths'
import { ConflictDialog } from '../../form/conflict-dialog'
import { draftKey } from '../../form/draft-owner'
import { FormRefused } from '../../form/form-refused'
import { goToField } from '../../form/go-to-field'
import { SaveSummaryDialog, type SavePreview } from '../../form/save-summary-dialog'
import { trialSavedMessage } from '../../form/trial-saved-message'
import type { FormSubject } from '../../form/sent-trial-form'
import { TrialForm } from '../../form/trial-form'
import { formOfTrial, type TrialFormValues } from '../../form/trial-form-values'
import { useLostAttempt } from '../../form/use-lost-attempt'
import { useTrialForm } from '../../form/use-trial-form'
import { toastSuccess } from '../../../../ui/toasts'
import { useFocusAtHash } from '../use-focus-at-hash'

/** The message while a trial's status does not permit changes of its settings. */
export const NOT_EDITABLE = 'Trial settings can only be edited when the trial is paused'

type Body = SentBody<typeof api.updateTrial>

/**
 * A trial's settings while they are edited. With participants, with packs recorded under a name that changes, or with packs that
 * would be at no site, the effect of a save is shown before it is done; a save over another one shows the other's changes. Saving
 * leads back to the trial.
 */
export function SettingsForm({ trial, sub }: { trial: Trial; sub: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isComparing, { open: compare, close: stopComparing }] = useDisclosure()
  const [summary, setSummary] = useState<{ preview: SavePreview; body: Body } | null>(null)
  const parameters = { trial_id: String(trial.id) }
  const isEditable = mayEditInStatus(trial.trial_status_id)
  const first = useQuery(participantsQuery(trial.id, { page: '1', page_size: '1' }))
  const hasParticipants = (first.data?.total ?? trial.num_sampled) > 0

  const onRefused = (failure: Failure) => {
    if (isRefusedWith(failure, 'trial_changed_meanwhile')) compare()
  }
  const preview = useAction(api.previewTrialSave, (body: Body) => ({ parameters, body }), {
    onDone: (answer, body) => {
      const isWarned = (answer.packs_at_no_site ?? 0) > 0
      if (hasParticipants || answer.renamings.length > 0 || isWarned) setSummary({ preview: answer, body })
      else save.mutate(body)
    },
    onRefused: async (failure) => {
      // The trial may have changed, which would explain the refusal.
      await client.invalidateQueries({ queryKey: trialQuery(trial.id).queryKey })
      onRefused(failure)
    },
  })
  const ofDraft = draftKey(sub, trial.id)
  const save = useAction(api.updateTrial, (body: Body) => ({ parameters, body }), {
    ...useLostAttempt<Body>(ofDraft),
    replaces: () => trialQuery(trial.id),
    onDone: async ({ title }) => {
      state.settle()
      toastSuccess(trialSavedMessage(title))
      await navigate({ ...paths.trial(trial.id), ignoreBlocker: true })
    },
    onRefused,
  })
  const error = preview.error ?? save.error
  const state = useTrialForm({ trial, sub, draftKey: ofDraft, error })
  useFocusAtHash((name) => goToField(state.form, name))
  const send = (values: TrialFormValues, subject: FormSubject) => {
    const body = state.read(api.updateTrial.body, values, subject)
    if (body === null) return
    setSummary(null)
    save.reset()
    const letsSitesManagePacks = body.is_site_managing_packs && !trial.is_site_managing_packs
    if (hasParticipants || hasNewNames(body, trial) || letsSitesManagePacks) preview.mutate(body)
    else save.mutate(body)
  }
  const sendAgain = () => {
    setSummary(null)
    save.sendAgain()
  }
  return (
    <>
      <TrialForm
        state={state}
        label="Trial settings"
        isLocked={hasParticipants}
        sending={{
          isPending: preview.isPending || save.isPending,
          isUnknown: save.isUnknown,
          sendAgain,
          letGo: save.letGo,
        }}
        notice={
          <>
            {!isEditable && (
              <Alert color="amber" icon={<IconLock aria-hidden="true" />}>
                {NOT_EDITABLE}
              </Alert>
            )}
            <FormRefused
              state={state}
              title="Trial configuration save failed"
              error={error}
              isUnknown={save.isUnknown}
            />
            {state.isOlder && state.isDirty && !save.isUnknown && <SavedMeanwhile onCompare={compare} />}
          </>
        }
        action={
          <ServerButton
            action="changeSettings"
            type="submit"
            disabled={!isEditable && !save.isUnknown}
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
        preview={save.isError ? null : (summary?.preview ?? null)}
        hasParticipants={hasParticipants}
        action={save}
        onClose={() => setSummary(null)}
        onConfirm={(renaming) => {
          if (summary !== null) save.mutate(renaming === null ? summary.body : { ...summary.body, renaming })
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

/** Whether a form gives a study group or site of the trial another name or label. */
const hasNewNames = ({ study_groups = [], sites }: Body, trial: Trial): boolean =>
  study_groups.some(({ id, name, label = null }) =>
    trial.study_groups.some((stored) => stored.id === id && (stored.name !== name || stored.label !== label)),
  ) || sites.some(({ id, title }) => trial.sites.some((stored) => stored.id === id && stored.title !== title))

/** Says that another person has saved the settings since this form was opened. */
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
