import { api } from '#contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { designConfirmationQuery, readinessQuery, trialQuery } from '../../../../api/trial-queries'

/** Marks what is being sent, so that its dialog stays open until the answer is there. */
export const DESIGN_CONFIRMATION = ['design confirmation']

/** Sends the confirmation of a design under one key for as long as its dialog stands. */
export const useConfirmDesign = (trialId: number, onDone: () => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const { queryKey } = designConfirmationQuery(trialId)
  return useMutation({
    mutationKey: DESIGN_CONFIRMATION,
    mutationFn: async (design_version: number) =>
      answerOf(
        await call(
          api.confirmDesign,
          { parameters: { trial_id: String(trialId) }, body: { design_version } },
          { idempotency_key },
        ),
      ),
    // It may have been refused because the design is another one by now.
    onError: async () => {
      await client.invalidateQueries({ queryKey: trialQuery(trialId).queryKey })
      await client.invalidateQueries({ queryKey })
    },
    onSuccess: async (confirmed) => {
      client.setQueryData(queryKey, confirmed)
      onDone()
      await client.invalidateQueries({ queryKey: readinessQuery(trialId).queryKey })
    },
    meta: { isFailureShownInPlace: true },
  })
}
