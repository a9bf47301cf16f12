import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { answerOf } from '../../../api/endpoint-query'
import { trialQuery } from '../../../api/trial-queries'
import { toastSuccess } from '../../../ui/toasts'

/** Marks a change that is being sent, so that its dialog stays open until the answer is there. */
export const STATUS_CHANGE = ['status change']

/** Sends the change under one key for as long as the dialog stands, so that pressing again cannot change it twice. */
export const useStatusChange = (trialId: number, onDone: () => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: STATUS_CHANGE,
    mutationFn: async (body: SentBody<typeof api.changeTrialStatus>) =>
      answerOf(
        await call(api.changeTrialStatus, { parameters: { trial_id: String(trialId) }, body }, { idempotency_key }),
      ),
    // It may have been refused because the status is another one by now.
    onError: async () => client.invalidateQueries({ queryKey: trialQuery(trialId).queryKey }),
    onSuccess: async (trial) => {
      client.setQueryData(trialQuery(trialId).queryKey, trial)
      toastSuccess(`The trial is now ${trial.trial_status.name}.`)
      onDone()
      await client.invalidateQueries({ queryKey: [api.listTrials.path] })
    },
  })
}
