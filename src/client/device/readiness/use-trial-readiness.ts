import type { OfflineReadiness } from '#domain/this-device/offline-readiness'
import type { StoredOverview } from '#offline/snapshots'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/this-session'
import { deviceSnapshots, whenOwned } from '../offline/device-snapshots'
import { useNow } from '../offline/use-now'
import { putBackSince } from '../offline/use-now-for-ages'
import { decidingScopes, trialReadiness } from './trial-readiness'

/** The readiness of a trial; `unusable` where this browser stores nothing, null before the store was read. */
export type ShownReadiness = OfflineReadiness | { kind: 'unusable' } | null

/** Reads the readiness of these trials from the store of this device, now and after each change. */
export const useTrialReadiness = (trialIds: readonly number[]): ((trialId: number) => ShownReadiness) => {
  const sub = useSession().session?.sub ?? null
  const now = useNow()
  const [overview, setOverview] = useState<StoredOverview | 'unusable' | null>(null)
  const scopes = JSON.stringify(decidingScopes(trialIds))
  useEffect(() => {
    if (sub === null) return undefined
    const fail = () => setOverview('unusable')
    let stop = () => {}
    let isOver = false
    const follow = async () => {
      await whenOwned()
      const snapshots = await deviceSnapshots()
      // Only this call detects a database that does not answer.
      await snapshots.survey(sub, [])
      if (isOver) return
      stop = snapshots.follow(sub, JSON.parse(scopes), { next: setOverview, error: fail })
    }
    follow().catch(fail)
    return () => {
      isOver = true
      stop()
      setOverview(null)
    }
  }, [sub, scopes])
  const nowFor = (as_of: number) => now + putBackSince(as_of)
  return (trialId) => {
    if (overview === null) return null
    return overview === 'unusable' ? { kind: 'unusable' } : trialReadiness(overview, trialId, nowFor)
  }
}
