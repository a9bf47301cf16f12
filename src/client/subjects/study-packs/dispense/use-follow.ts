import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import type { PackToDispense } from '../queue/packs-to-dispense'
import type { Following } from './after-dispensing'
import type { DispenseAttempt } from './dispense-attempt'

/**
 * Opens the next pack of the queue as soon as this one is dispensed; whether it is about to. One that lies at another site is
 * not at hand, and one that is allocated later must not take the page from whoever reads it.
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
