import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { readinessQuery, trialQuery } from '../../../../api/trial-queries'

/** Marks what is being sent, so that its dialog stays open until the answer is there. */
export const SITE_OPENING = ['site opening']

/** Opens a site under one key for as long as the dialog stands; the trial that comes back shows it. */
export const useOpenSite = (trialId: number, siteId: number, onDone: () => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const parameters = { trial_id: String(trialId), site_id: String(siteId) }
  return useMutation({
    mutationKey: SITE_OPENING,
    mutationFn: async (body: SentBody<typeof api.openSite>) =>
      answerOf(await call(api.openSite, { parameters, body }, { idempotency_key })),
    // It may have been refused because somebody else has opened it.
    onError: async () => client.invalidateQueries({ queryKey: trialQuery(trialId).queryKey }),
    onSuccess: async (trial) => {
      client.setQueryData(trialQuery(trialId).queryKey, trial)
      onDone()
      await client.invalidateQueries({ queryKey: readinessQuery(trialId).queryKey })
    },
  })
}
