import type { StudyPack } from '#contract/study-packs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf } from '../../../api/endpoint-query'
import { refreshStudyPacks, showChangedPacks } from '../../../api/study-pack-queries'
import { sendPackAction, type SentPackAction } from './send-pack-action'

/** Marks what is being sent about packs, so that its prompt stays open until the answer is there. */
export const PACK_ACTION = ['study pack act']

/**
 * Sends an action on packs under one key for as long as its prompt stands, so that pressing again cannot do it twice. The
 * prompt shows every failure itself.
 */
export const usePackAction = (trialId: number, onDone: (changed: readonly StudyPack[]) => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: PACK_ACTION,
    meta: { isFailureShownInPlace: true },
    mutationFn: async (sent: SentPackAction) => answerOf(await sendPackAction(trialId, sent, { idempotency_key })),
    onSuccess: ({ data }) => {
      showChangedPacks(client, trialId, data)
      onDone(data)
    },
    onSettled: () => {
      // Nobody waits until the list says so too; a refusal may mean that it was old.
      void refreshStudyPacks(client, trialId)
    },
  })
}
