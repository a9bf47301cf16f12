import { readStoredPermission, readStoredTrial, type StoredTrial } from '#contract/stored-answers'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { offlineReadiness, type OfflineReadiness } from '#domain/this-device/offline-readiness'
import type { StoredOverview } from '#offline/snapshots'
import type { QueryKey } from '@tanstack/react-query'
import { trialPermissionQuery } from '../../api/session-queries'
import { trialPartQueries } from '../../api/trial-part-queries'
import { trialQuery } from '../../api/trial-queries'
import { storedScopeOf } from '../offline/stored-scope'

/** The key of a query's answer in the store. Throws for a query whose answer is not stored, which is a defect. */
export const scopeOf = ({ queryKey }: { queryKey: QueryKey }): string => {
  const scope = storedScopeOf(queryKey)
  if (scope === null) throw new Error(`the answer of ${String(queryKey[0])} is not stored`)
  return scope
}

/** Whether a trial has study packs that the viewer may see. */
export const hasVisiblePacks = (trial: Pick<StoredTrial, 'is_managing_packs'>, permission: EffectivePermission) =>
  trial.is_managing_packs && can(permission, 'viewStudyPacks')

/** The answers that decide which parts of these trials are needed, by their scopes. */
export const decidingScopes = (trialIds: readonly number[]): string[] =>
  trialIds.flatMap((id) => [scopeOf(trialQuery(id)), scopeOf(trialPermissionQuery(id))])

/** The time by which the age of an answer of `as_of` is judged, in milliseconds since the epoch. */
type NowForAges = (as_of: number) => number

/** The readiness of a trial by the stored answers. `overview` has the bodies of `decidingScopes`. */
export const trialReadiness = (
  { ages, bodies }: StoredOverview,
  trialId: number,
  nowFor: NowForAges,
): OfflineReadiness => {
  const trial = readStoredTrial(bodies.get(scopeOf(trialQuery(trialId))))
  const permission = readStoredPermission(bodies.get(scopeOf(trialPermissionQuery(trialId))))
  if (trial === null || permission === null) return { kind: 'missing' }
  const parts = trialPartQueries(trialId, hasVisiblePacks(trial, permission))
  const stored = parts.map((part) => ages.get(scopeOf(part)) ?? null)
  return offlineReadiness(stored, nowFor(Math.min(...stored.map((as_of) => as_of ?? Infinity))))
}
