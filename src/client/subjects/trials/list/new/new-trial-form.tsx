import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { Alert } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../../../action/use-action'
import { trialQuery } from '../../../../api/trial-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { paths } from '../../../../paths'
import { copyDraftKey, draftKey } from '../../form/draft-owner'
import { FormRefused } from '../../form/form-refused'
import { trialSavedMessage } from '../../form/trial-saved-message'
import { TrialForm } from '../../form/trial-form'
import { useLostAttempt } from '../../form/use-lost-attempt'
import { useTrialForm } from '../../form/use-trial-form'
import { toastSuccess } from '../../../../ui/toasts'

type Body = SentBody<typeof api.createTrial>

type NewTrialFormProps = {
  sub: string
  /** The trial whose design the form begins with. */
  copied?: Trial | null
}

/** The form of a new trial. After a refusal or a lost answer its values stay. */
export function NewTrialForm({ sub, copied = null }: NewTrialFormProps) {
  const navigate = useNavigate()
  const query = copied === null ? {} : { copied_from: String(copied.id) }
  const ofDraft = copied === null ? draftKey(sub, null) : copyDraftKey(sub, copied.id)
  const create = useAction(api.createTrial, (body: Body) => ({ body, query }), {
    ...useLostAttempt<Body>(ofDraft),
    replaces: ({ id }) => trialQuery(id),
    onDone: async ({ id, title }) => {
      state.settle()
      toastSuccess(trialSavedMessage(title))
      await navigate({ ...paths.trial(id), ignoreBlocker: true })
    },
  })
  const state = useTrialForm({ trial: null, copied, sub, draftKey: ofDraft, error: create.error })
  return (
    <TrialForm
      state={state}
      label="Create new trial"
      isLocked={false}
      sending={create}
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
          <FormRefused state={state} title="Trial creation failed" error={create.error} isUnknown={create.isUnknown} />
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
      onSubmit={() => {
        const body = state.read(api.createTrial.body)
        if (body !== null) create.mutate(body)
      }}
    />
  )
}
