import type { StoredTrial, StoredTrials } from '#contract/stored-answers'
import type { TrialSummary } from '#contract/trials'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { SAVING_BUDGET } from '#domain/this-device/offline-readiness'
import { useQueries } from '@tanstack/react-query'
import { permittedSitesQuery, trialPermissionQuery } from '../../api/session-queries'
import { trialQuery } from '../../api/trial-queries'
import { useStore } from '../../browser/store'
import { useAllAtHand } from '../../device/offline/use-at-hand'
import { openedTrials } from '../../device/readiness/opened-trials'

/** A trial as the list of active trials has it, from the server or the store. */
type ListedTrial = TrialSummary | StoredTrials['data'][number]

/** An active trial with this person's permission in it; a part that has not been received is null. */
export type HomeTrial = {
  listed: ListedTrial
  permission: EffectivePermission | null
  /** The person's sites. */
  sites: readonly { id: number; title: string }[] | null
  /** Its settings, the same fields from the server and the store. */
  trial: StoredTrial | null
  /** Whether the permission or the settings are still awaited, so that the person's role is unknown. */
  isAwaited: boolean
}

/**
 * The active trials, the last used one first. The first eight, as many as a device saves automatically, have the
 * person's permissions; the others are links alone.
 */
export const useHomeTrials = (listed: readonly ListedTrial[], asksPermissions: boolean): HomeTrial[] => {
  const opened = useStore(openedTrials)
  const inOrder = byLastUse(listed, opened)
  const first = asksPermissions ? inOrder.slice(0, SAVING_BUDGET.trials_saved) : []
  const permissions = useQueries({ queries: first.map(({ id }) => trialPermissionQuery(id)) })
  const own = first.filter((_, place) => mayView(permissions[place]?.data))
  const sites = useQueries({ queries: own.map(({ id }) => permittedSitesQuery(id)) })
  const trials = useAllAtHand(own.map(({ id }) => trialQuery(id)))
  return inOrder.map((one, place) => {
    const permission = permissions[place]
    const among = own.indexOf(one)
    return {
      listed: one,
      permission: permission?.data ?? null,
      sites: sites[among]?.data?.data ?? null,
      trial: trials[among]?.data?.answer ?? null,
      isAwaited: (permission?.isPending ?? false) || (trials[among]?.isPending ?? false),
    }
  })
}

const mayView = (permission: EffectivePermission | undefined): boolean =>
  permission !== undefined && can(permission, 'viewTrial')

const byLastUse = (listed: readonly ListedTrial[], opened: readonly number[]): readonly ListedTrial[] => {
  const lastUse = ({ id }: ListedTrial) => (opened.includes(id) ? opened.indexOf(id) : opened.length)
  return listed.toSorted((one, other) => lastUse(one) - lastUse(other))
}
