import { useEffect, useEffectEvent } from 'react'
import { SLOW_AFTER_MS } from './connection'
import { useIsOverdue } from './use-is-overdue'

/**
 * Asks the server again as soon as what it said has become too old to go by. True while its answer is worth waiting for: with a
 * connection it comes soon, and without one what is known is judged by its age.
 */
export const useRefetchWhenStale = (isOld: boolean, ask: () => Promise<unknown>): boolean => {
  const askNow = useEffectEvent(() => void ask())
  useEffect(() => {
    if (isOld) askNow()
  }, [isOld])
  const isOverdue = useIsOverdue(isOld, SLOW_AFTER_MS)
  return isOld && !isOverdue
}
