import type { Trial } from '#contract/trials'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import type { TrialTab } from '../../../route-facts'

/** A tab with the address of its page. */
export type ShownTab = Pick<TrialTab, 'label'> & { to: string }

/** The tabs that a viewer may open in a trial, in the order of their routes. */
export const tabsOf = (
  routes: RegisteredRouter['routesByPath'],
  trial: Pick<Trial, 'is_managing_packs'>,
  permission: EffectivePermission,
): ShownTab[] =>
  Object.values(routes).flatMap(({ options, to }) => {
    const { tab } = options.staticData
    return tab !== undefined && isOffered(tab, trial, permission) ? [{ label: tab.label, to }] : []
  })

/** Whether a viewer may open this tab in this trial. */
const isOffered = (
  { needs, isIn = () => true }: TrialTab,
  trial: Pick<Trial, 'is_managing_packs'>,
  permission: EffectivePermission,
): boolean => isIn(trial) && can(permission, needs)

/** The tabs that a viewer may open in a trial. */
export const useTrialTabs = (trial: Pick<Trial, 'is_managing_packs'>, permission: EffectivePermission): ShownTab[] =>
  tabsOf(useRouter().routesByPath, trial, permission)
