import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { trialQuery } from '../../../../api/trial-queries'

/** Marks what is being sent, so that its dialog stays open until the answer is there. */
export const NONCE_ENTRY = ['start nonce']

/** Sends the start nonce under one key for as long as the dialog stands; the trial that comes back shows it. */
export const useStartNonce = (trialId: number, onDone: () => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: NONCE_ENTRY,
    mutationFn: async (body: SentBody<typeof api.enterStartNonce>) =>
      answerOf(
        await call(api.enterStartNonce, { parameters: { trial_id: String(trialId) }, body }, { idempotency_key }),
      ),
    onSuccess: (trial) => {
      client.setQueryData(trialQuery(trialId).queryKey, trial)
      onDone()
    },
  })
}
