import { idInAddress } from '#contract/fields'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { participantHistoryQuery, participantQuery, participantsQuery } from '../../api/participant-queries'
import { permittedSitesQuery } from '../../api/session-queries'
import { waitingListQuery } from '../../api/waiting-list-queries'
import { listedSearch } from '../../device/list-search'
import { participantsSearch, randomiseSearch, waitingSearch } from '../../subjects/participants/participants-search'
import { aTrial, trial } from './trials'
import { addressParams, start, startInTrial } from './surroundings'

export const participants = createRoute({
  getParentRoute: () => trial,
  path: '/participants',
  validateSearch: participantsSearch.validate,
  staticData: {
    crumb: 'Participants',
    parent: '/trials/$trialId',
    needsServer: null,
    keeps: participantsSearch.keeps,
    tab: { label: 'Participants', needs: 'viewTrial' },
  },
  loaderDeps: ({ search: { open: _open, ...query } }) => query,
  loader: ({ context, params, deps }) =>
    start(context, participantsQuery(params.trialId, listedSearch(participantsSearch, deps))),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/participants/list/participants-tab'), 'ParticipantsTab'),
})

export const participant = createRoute({
  getParentRoute: () => trial,
  path: '/participants/$participantId',
  params: addressParams({ participantId: idInAddress }),
  staticData: { crumb: 'Participant', parent: '/trials/$trialId/participants', needsServer: null, keeps: [] },
  loader: ({ context, params }) =>
    start(
      context,
      participantQuery(params.trialId, params.participantId),
      participantHistoryQuery(params.trialId, params.participantId),
    ),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/participants/list/participant-page'), 'ParticipantPage'),
})

export const waitingList = createRoute({
  getParentRoute: () => trial,
  path: '/waiting-list',
  validateSearch: waitingSearch.validate,
  staticData: {
    crumb: 'Waiting list',
    parent: '/trials/$trialId/participants',
    needsServer: 'viewWaitingList',
    keeps: waitingSearch.keeps,
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    start(context, permittedSitesQuery(params.trialId))
    startInTrial(
      context,
      params.trialId,
      'randomise',
      waitingListQuery(params.trialId, listedSearch(waitingSearch, deps)),
    )
  },
  preload: false,
  component: lazyRouteComponent(
    () => import('../../subjects/participants/waiting/waiting-list-page'),
    'WaitingListPage',
  ),
})

export const randomise = createRoute({
  getParentRoute: () => aTrial,
  path: '/participants/new',
  validateSearch: randomiseSearch.validate,
  staticData: {
    crumb: 'Randomise',
    parent: '/trials/$trialId/participants',
    needsServer: 'randomise',
    keeps: randomiseSearch.keeps,
  },
  loader: ({ context, params }) => start(context, permittedSitesQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(
    () => import('../../subjects/participants/randomise/randomise-screen'),
    'RandomiseScreen',
  ),
})
