import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import type { PackToDispense } from '../queue/packs-to-dispense'
import type { Following } from './after-dispensing'
import type { DispenseAttempt } from './dispense-attempt'

/**
 * Opens the next pack of the queue once this one is dispensed; returns whether it will. A pack at another site is out of
 * reach, and one that is allocated later must not replace a page that is being read.
 */
export const useFollow = (
  { next, onFollow }: Pick<Following, 'next' | 'onFollow'>,
  pack: PackFromServerOrStore,
  attempt: DispenseAttempt,
): boolean => {
  const receipt = attempt.phase === 'recorded' ? attempt.receipt : null
  const [followedBy, setFollowedBy] = useState<PackToDispense | 'none' | null>(null)
  if (receipt !== null && followedBy === null) {
    const isAtHand = next !== null && (next.site?.id ?? null) === pack.site_id
    setFollowedBy(isAtHand && onFollow !== null ? next : 'none')
  }
  const isFollowed = followedBy !== null && followedBy !== 'none'
  const follow = useEffectEvent(() => {
    if (receipt !== null && isFollowed) onFollow?.({ pack, receipt, next: followedBy })
  })
  useLayoutEffect(() => {
    if (isFollowed) follow()
  }, [isFollowed])
  return isFollowed
}
