import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { Alert } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { call } from '../../../../device/call'
import { answerOf } from '../../../../api/endpoint-query'
import { fromServer } from '../../../../api/answer-at-hand'
import { trialQuery } from '../../../../api/trial-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { paths } from '../../../../paths'
import { FormRefused } from '../../form/form-refused'
import { trialSavedMessage } from '../../form/trial-saved-message'
import { sentTrialForm } from '../../form/sent-trial-form'
import { TrialForm } from '../../form/trial-form'
import { FILLED_OUT_INCORRECTLY } from '../../form/trial-form-faults'
import { formFailureOf, useFormFailure } from '../../form/use-form-failure'
import { useSendKey } from '../../form/use-send-key'
import { useTrialForm } from '../../form/use-trial-form'
import { toastSuccess } from '../../../../ui/toasts'

type NewTrialFormProps = {
  sub: string
  /** The trial whose design the form begins with. */
  copied?: Trial | null
}

/** The form of a trial that is to be created. What was refused or lost on the way stays in it. */
export function NewTrialForm({ sub, copied = null }: NewTrialFormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const state = useTrialForm(null, sub, copied)
  const { alert, failure, clear, showFailure } = useFormFailure()
  const keyOf = useSendKey()
  const create = useMutation({
    mutationFn: async (body: SentBody<typeof api.createTrial>) =>
      answerOf(
        await call(
          api.createTrial,
          { body, query: copied === null ? {} : { copied_from: String(copied.id) } },
          { idempotency_key: keyOf(body) },
        ),
      ),
    onSuccess: async (trial) => {
      state.settle()
      client.setQueryData(trialQuery(trial.id).queryKey, fromServer(trial))
      await client.invalidateQueries({ queryKey: [api.listTrials.path] })
      toastSuccess(trialSavedMessage(trial.title))
      await navigate({ ...paths.trial(trial.id), ignoreBlocker: true })
    },
    onError: (error) => {
      const refused = formFailureOf('Trial creation failed', error)
      state.showFaults(refused.faults)
      showFailure(refused)
    },
  })
  const submit = () => {
    const faults = state.ask()
    const sent = v.safeParse(api.createTrial.body, sentTrialForm(state.form.values, state.subject))
    if (!sent.success || Object.keys(faults).length > 0) return showFailure({ title: FILLED_OUT_INCORRECTLY, faults })
    clear()
    create.mutate(sent.output)
  }
  return (
    <TrialForm
      state={state}
      label="Create new trial"
      isLocked={false}
      notice={
        <>
          {copied !== null && (
            <Alert
              role="note"
              color="petrol"
              icon={<IconCopy aria-hidden="true" />}
              title={`Copied from ${copied.title}`}
            >
              Check every section. Participants, packs, people and the ledger are not copied. The dates are empty.
            </Alert>
          )}
          <FormRefused ref={alert} failure={failure} form={state.form} />
        </>
      }
      action={
        <ServerButton
          action="createTrial"
          type="submit"
          loading={create.isPending}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
        >
          Create trial
        </ServerButton>
      }
      onSubmit={submit}
    />
  )
}
