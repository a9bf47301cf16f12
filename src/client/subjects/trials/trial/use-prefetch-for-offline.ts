import type { StoredTrial } from '#contract/stored-answers'
import type { EffectivePermission } from '#domain/people/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnswerAtHand } from '../../../api/answer-at-hand'
import { trialPartQueries } from '../../../api/trial-part-queries'
import { trialsQuery } from '../../../api/trial-queries'
import { hasVisiblePacks } from '../../../device/readiness/trial-readiness'

/**
 * Has this device store, as soon as a trial's page opens, its offline data: the list of trials, its participants, its
 * packs and the viewer's sites. Answers that are fresh or on their way are not fetched again.
 */
export const usePrefetchForOffline = (
  { source, answer: trial }: AnswerAtHand<StoredTrial, StoredTrial>,
  permission: EffectivePermission,
): void => {
  const client = useQueryClient()
  const { id } = trial
  const hasPacks = hasVisiblePacks(trial, permission)
  const isStored = source === 'device'
  useEffect(() => {
    if (isStored) return
    void client.prefetchQuery({ ...trialsQuery({}), retry: false })
    for (const query of trialPartQueries(id, hasPacks)) void client.prefetchQuery({ ...query, retry: false })
  }, [client, id, hasPacks, isStored])
}
