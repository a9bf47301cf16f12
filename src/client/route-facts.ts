import type { Trial } from '#contract/trials'
import type { TrialCapability } from '#domain/people/permissions'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ServerAction } from './offline-reasons'
import type { paths } from './paths'

/** A tab of a trial. */
export type TrialTab = {
  label: string
  /** The capability that a viewer needs to see it. */
  needs: TrialCapability
  /** Which trials have it; every trial where it is left out. */
  isIn?: (trial: Pick<Trial, 'is_managing_packs' | 'randomisation_method_id'>) => boolean
}

declare module '@tanstack/react-router' {
  /** The facts about a page beside its component: each route states them. */
  interface StaticDataRouteOption {
    /** Its step of the breadcrumb trail; null on a route that only surrounds pages, or redirects at once. */
    crumb: string | ((ids: { trialId?: number; userId?: number }) => ReactNode) | null
    /** The page one step up the trail; null for the home page. */
    parent: ReturnType<(typeof paths)[keyof typeof paths]>['to'] | null
    /** The action for which the page needs the server; null where this device shows it from its store. */
    needsServer: ServerAction | null
    /**
     * The search fields that outlive a session. Never a typed or scanned one, since the next person must not see a
     * searched name or ID.
     */
    keeps: readonly string[]
    tab?: TrialTab
  }
}

/** The facts of the open page; undefined before the first one. */
export const usePageFacts = () => useMatches({ select: (matches) => matches.at(-1)?.staticData })
