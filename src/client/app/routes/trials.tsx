import { idInAddress } from '#contract/fields'
import { NOT_FOUND } from '#contract/errors-shown-first'
import { isByList } from '#domain/trials/trial-methods'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { systemPermissionQuery, trialPermissionQuery } from '../../api/session-queries'
import { trialQuery, trialsQuery, trialStatisticsQuery } from '../../api/trial-queries'
import { NotFound } from '../../api/not-found'
import { listedSearch } from '../../device/list-search'
import { trialsSearch } from '../../subjects/trials/trials-search'
import { LAYOUT, addressParams, signedIn, start } from './surroundings'
import { useAtHand } from '../../device/offline/use-at-hand'

export const trials = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials',
  validateSearch: trialsSearch.validate,
  staticData: { crumb: 'Trials', parent: '/', needsServer: null, keeps: trialsSearch.keeps },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => start(context, trialsQuery(listedSearch(trialsSearch, deps)), systemPermissionQuery),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/trials/list/trials-screen'), 'TrialsScreen'),
})

export const newTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/new',
  staticData: { crumb: 'Create new trial', parent: '/trials', needsServer: 'createTrial', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/trials/list/new/new-trial-screen'), 'NewTrialScreen'),
})

const trialParams = addressParams({ trialId: idInAddress })

export const aTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/$trialId',
  params: trialParams,
  staticData: LAYOUT,
  loader: ({ context, params }) => start(context, trialQuery(params.trialId), trialPermissionQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(() => import('../trial-frame'), 'TrialFrame'),
})

export const nowhereInTrial = createRoute({
  getParentRoute: () => aTrial,
  path: '$',
  staticData: { crumb: NOT_FOUND.message, parent: '/trials/$trialId', needsServer: null, keeps: [] },
  component: NotFound,
})

export const trial = createRoute({
  getParentRoute: () => aTrial,
  id: 'tabs',
  // Again: a route without a path stands at its parent's, and the router matches by the last one's schema.
  params: trialParams,
  staticData: LAYOUT,
  component: lazyRouteComponent(() => import('../trial-screen'), 'TrialScreen'),
})

export const overview = createRoute({
  getParentRoute: () => trial,
  path: '/',
  staticData: {
    crumb: ({ trialId }) => trialId !== undefined && <TrialTitle trialId={trialId} />,
    parent: '/trials',
    needsServer: 'viewFigures',
    keeps: [],
    tab: { label: 'Overview', needs: 'viewTrial' },
  },
  loader: ({ context, params }) => start(context, trialStatisticsQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/trials/trial/overview/overview-tab'), 'OverviewTab'),
})

export const settings = createRoute({
  getParentRoute: () => trial,
  path: '/settings',
  staticData: {
    crumb: 'Settings',
    parent: '/trials/$trialId',
    needsServer: 'changeSettings',
    keeps: [],
    tab: { label: 'Settings', needs: 'viewSettings' },
  },
  component: lazyRouteComponent(() => import('../../subjects/trials/trial/settings/settings-tab'), 'SettingsTab'),
})

export const proof = createRoute({
  getParentRoute: () => trial,
  path: '/proof',
  staticData: {
    crumb: 'Proof',
    parent: '/trials/$trialId',
    needsServer: 'viewProof',
    keeps: [],
    tab: { label: 'Proof', needs: 'viewLedger' },
  },
  component: lazyRouteComponent(() => import('../../subjects/trials/trial/proof/proof-tab'), 'ProofTab'),
})

export const allocationList = createRoute({
  getParentRoute: () => trial,
  path: '/list',
  staticData: {
    crumb: 'List of allocations',
    parent: '/trials/$trialId',
    needsServer: 'changeSettings',
    keeps: [],
    tab: {
      label: 'List',
      needs: 'manageAllocationList',
      isIn: isByList,
    },
  },
  component: lazyRouteComponent(
    () => import('../../subjects/own-lists/of-trial/allocation-list-tab'),
    'AllocationListTab',
  ),
})

export const ownAllocationLists = createRoute({
  getParentRoute: () => signedIn,
  path: '/allocation-lists',
  staticData: { crumb: 'Lists of allocations', parent: '/', needsServer: 'uploadList', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/own-lists/upload/own-lists-screen'), 'OwnListsScreen'),
})

/** The title of a trial, from the server or from this device; its id until it is loaded. */
function TrialTitle({ trialId }: { trialId: number }) {
  const { data } = useAtHand(trialQuery(trialId))
  return data?.answer.title ?? `Trial ${trialId}`
}
