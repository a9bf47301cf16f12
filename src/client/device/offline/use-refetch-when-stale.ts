import { useEffect, useEffectEvent } from 'react'
import { SLOW_AFTER_MS } from '../../api/evidence'
import { useIsOverdue } from './use-is-overdue'

/**
 * Refetches as soon as an answer is too old. Returns true while the new one is worth waiting for: online it arrives
 * soon, offline the old one is judged by its age.
 */
export const useRefetchWhenStale = (isOld: boolean, ask: () => Promise<unknown>): boolean => {
  const askNow = useEffectEvent(() => void ask())
  useEffect(() => {
    if (isOld) askNow()
  }, [isOld])
  const isOverdue = useIsOverdue(isOld, SLOW_AFTER_MS)
  return isOld && !isOverdue
}
