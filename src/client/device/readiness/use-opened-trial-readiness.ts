import { hashKey, useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trialPartQueries } from '../../api/trial-part-queries'
import { useIsOverdue } from '../offline/use-is-overdue'
import { noteOpenedTrial } from './opened-trials'
import { useTrialReadiness, type ShownReadiness } from './use-trial-readiness'

/** An answer is stored a while after it was received, and only then counts as saved. In milliseconds. */
const SETTLES_WITHIN_MS = 5000

/** Whether this device has all of an open trial that is needed offline, and whether it is still being fetched. */
export const useOpenedTrialReadiness = (trialId: number): { readiness: ShownReadiness; isSaving: boolean } => {
  useEffect(() => noteOpenedTrial(trialId), [trialId])
  const readiness = useTrialReadiness([trialId])(trialId)
  const isFetching = useIsFetching({ predicate: ({ queryHash }) => isPartOf(trialId, queryHash) }) > 0
  const isOverdue = useIsOverdue(readiness?.kind === 'missing' && !isFetching, SETTLES_WITHIN_MS)
  return { readiness, isSaving: !isOverdue }
}

const isPartOf = (trialId: number, queryHash: string): boolean =>
  trialPartQueries(trialId, true).some(({ queryKey }) => hashKey(queryKey) === queryHash)
