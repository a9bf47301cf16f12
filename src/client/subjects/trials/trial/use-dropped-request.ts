import { useEffect, useRef } from 'react'
import { useStore } from '../../../browser/store'
import { dropRequestOf, requestedStatus } from './requested-status'

/**
 * Drops a change of status that was asked for and cannot be opened now, and one that was left with its trial: it never opens later over
 * what somebody does then.
 */
export const useDroppedRequest = (trialId: number, cannotOpen: boolean): void => {
  const isRequested = useStore(requestedStatus)?.trial_id === trialId
  useEffect(() => {
    if (cannotOpen && isRequested) dropRequestOf(trialId)
  }, [trialId, cannotOpen, isRequested])
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      // Development mounts everything twice.
      queueMicrotask(() => {
        if (!isHere.current) dropRequestOf(trialId)
      })
    }
  }, [trialId])
}
