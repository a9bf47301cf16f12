import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { trialQuery } from '../../../../api/trial-queries'
import type { Revealed } from './revealed-seed'

/** Marks what is being sent, so that its dialog stays open until the answer is there. */
export const SEED_REVEAL = ['seed reveal']

/**
 * Asks for the seed under one key for as long as the dialog stands. The seed is kept on the page alone, in no cache; the
 * trial, which tells when it was revealed, is asked for again.
 */
export const useReveal = (trialId: number, onRevealed: (revealed: Revealed) => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: SEED_REVEAL,
    mutationFn: async (body: SentBody<typeof api.revealSeed>) =>
      answerOf(await call(api.revealSeed, { parameters: { trial_id: String(trialId) }, body }, { idempotency_key })),
    onSuccess: (revealed) => {
      onRevealed(revealed)
      void client.invalidateQueries({ queryKey: trialQuery(trialId).queryKey })
    },
    gcTime: 0,
  })
}
