import type { StudyPack } from '#contract/study-packs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf } from '../../../../api/endpoint-query'
import { refreshStudyPacks, showChangedPacks } from '../../../../api/study-pack-queries'
import { actOnPacks, type SentAct } from './act-on-packs'

/** Marks what is being sent about packs, so that its prompt stays open until the answer is there. */
export const PACK_ACT = ['study pack act']

/**
 * Sends an action on packs under one key for as long as its prompt stands, so that pressing again cannot do it twice. The
 * prompt shows every failure itself.
 */
export const usePackAct = (trialId: number, onDone: (changed: readonly StudyPack[]) => void) => {
  const client = useQueryClient()
  const [idempotency_key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationKey: PACK_ACT,
    meta: { isFailureShownInPlace: true },
    mutationFn: async (sent: SentAct) => answerOf(await actOnPacks(trialId, sent, { idempotency_key })),
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
