import { seesMore, visibilityOf } from '#domain/people/blinding'
import type { EffectivePermission } from '#domain/people/permissions'
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureOf, isWithheld } from '../../../api/failure'
import { trialPermissionQuery } from '../../../api/session-queries'
import { trialQuery } from '../../../api/trial-queries'

/**
 * Nobody goes on seeing data that they may no longer see. A call about the trial that is refused as forbidden or
 * missing may mean that the viewer's permission changed while the page was open: trial and permission are then
 * refetched. Once the viewer has lost the trial, or has another permission, its stored data is deleted. Shown data waits for the
 * new answer, except where the viewer sees less of the groups than before: it disappears at once.
 */
export const useChangedPermission = (trialId: number, permission: EffectivePermission | undefined): void => {
  const client = useQueryClient()
  useEffect(() => watchRefusals(client, trialId), [client, trialId])

  const lastPermission = useRef(permission)
  useEffect(() => {
    if (permission === undefined || permission === lastPermission.current) return
    const before = lastPermission.current
    lastPermission.current = permission
    if (before === undefined) return
    // First, since a request that is under way for a query without data would not be made again.
    refreshTrial(client, trialId)
    if (seesMore(visibilityOf(before), visibilityOf(permission))) dropTrial(client, trialId)
  }, [client, trialId, permission])
}

const watchRefusals = (client: QueryClient, trialId: number): (() => void) => {
  const [trialKey, permissionKey] = [trialQuery(trialId).queryKey, trialPermissionQuery(trialId).queryKey]
  const askAnew = () => {
    void client.invalidateQueries({ queryKey: trialKey })
    void client.invalidateQueries({ queryKey: permissionKey })
  }
  const unwatchQueries = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { queryKey } = event.query
    if (!isAbout(trialId, queryKey) || !isRefusal(event.action.error)) return
    if (queryKey[0] === trialKey[0]) dropTrial(client, trialId)
    else askAnew()
  })
  const unwatchMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isRefusal(event.action.error)) askAnew()
  })
  return () => {
    unwatchQueries()
    unwatchMutations()
  }
}

/**
 * No data of the trial stays. Active queries are emptied and not removed: they would be refetched, refused, and have
 * the trial refetched, without end.
 */
const dropTrial = (client: QueryClient, trialId: number): void => {
  client.removeQueries({ type: 'inactive', predicate: isOfTrial(trialId) })
  for (const query of client.getQueryCache().findAll({ type: 'active', predicate: isOfTrial(trialId) }))
    query.setState({ data: undefined })
}

/** Shown data of the trial is refetched; other cached data, under the former permission, is removed at once. */
const refreshTrial = (client: QueryClient, trialId: number): void => {
  client.removeQueries({ type: 'inactive', predicate: isOfTrial(trialId) })
  void client.invalidateQueries({ predicate: isOfTrial(trialId) })
  void client.invalidateQueries({ queryKey: trialQuery(trialId).queryKey })
}

/** Every query about the trial except those of its page itself. */
const isOfTrial =
  (trialId: number) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean =>
    isAbout(trialId, queryKey) && !PAGE_PATHS.includes(queryKey[0])

const PAGE_PATHS: readonly unknown[] = [trialQuery(0).queryKey[0], trialPermissionQuery(0).queryKey[0]]

const isAbout = (trialId: number, [, parameters]: QueryKey): boolean =>
  typeof parameters === 'object' &&
  parameters !== null &&
  'trial_id' in parameters &&
  parameters.trial_id === String(trialId)

const isRefusal = (error: unknown): boolean => {
  const failure = failureOf(error)
  return failure !== null && isWithheld(failure)
}
