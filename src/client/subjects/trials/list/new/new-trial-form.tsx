import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../../../action/use-action'
import { trialQuery } from '../../../../api/trial-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { paths } from '../../../../paths'
import { FormRefused } from '../../form/form-refused'
import { trialSavedMessage } from '../../form/trial-saved-message'
import { TrialForm } from '../../form/trial-form'
import { useTrialForm } from '../../form/use-trial-form'
import { toastSuccess } from '../../../../ui/toasts'

/** The form of a trial that is to be created. What was refused or lost on the way stays in it. */
export function NewTrialForm({ sub }: { sub: string }) {
  const navigate = useNavigate()
  const create = useAction(api.createTrial, (body: SentBody<typeof api.createTrial>) => ({ body }), {
    replaces: ({ id }) => trialQuery(id),
    onDone: async ({ id, title }) => {
      state.settle()
      toastSuccess(trialSavedMessage(title))
      await navigate({ ...paths.trial(id), ignoreBlocker: true })
    },
  })
  const state = useTrialForm(null, sub, create.error)
  return (
    <TrialForm
      state={state}
      label="Create new trial"
      isLocked={false}
      isHeld={create.isUnknown}
      notice={<FormRefused state={state} title="Trial creation failed" error={create.error} />}
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
      onSubmit={() => {
        if (create.isUnknown) return create.sendAgain()
        const body = state.read(api.createTrial.body)
        if (body !== null) create.mutate(body)
      }}
    />
  )
}
