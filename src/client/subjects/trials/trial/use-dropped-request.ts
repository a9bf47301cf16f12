import { useEffect, useRef } from 'react'
import { useStore } from '../../../browser/store'
import { dropRequestOf, requestedStatus } from './requested-status'

/**
 * Drops a requested change of status that cannot be opened now or whose trial was left: it never opens later over
 * another task.
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
