import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client'
import { call } from '../device/call'
import { meQuery } from '../api/session-queries'
import { activeTrialsQuery } from '../api/trial-queries'
import { session } from '../session/this-session'
import { parseSearch, stringifySearch } from '../api/address-search'
import { ScreenError } from './screen-error'
import { PageSkeleton } from '../ui/page-skeleton'
import { root, signedIn, start, nowhere } from './routes/surroundings'
import { signIn, idpAssociation, ltiCreation, signInReturn } from './routes/sign-in'
import { help, helpPage } from './routes/help'
import { diagnostics, outbox } from './routes/this-device'
import {
  trials,
  newTrial,
  aTrial,
  nowhereInTrial,
  trial,
  overview,
  settings,
  proof,
  allocationList,
  ownAllocationLists,
} from './routes/trials'
import { participants, participant, randomise, waitingList } from './routes/participants'
import {
  studyPacks,
  studyPack,
  dispense,
  importStudyPacks,
  importShort,
  labelGenerator,
  labelGeneratorShort,
} from './routes/study-packs'
import {
  trialUsers,
  addTrialUser,
  importTrialUsers,
  users,
  userList,
  newUser,
  newUsers,
  inviteUsers,
  broadcast,
  nowhereInUsers,
  aUser,
  nowhereInUser,
  user,
  userPermissions,
  userAuthentication,
  profile,
  timezones,
} from './routes/people'
import { reports, trialReport, messages, systemReports, managementReport } from './routes/reports'
import { auditLogs, simulation } from './routes/audit-and-simulation'
import { status } from './routes/status'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { crumb: 'Home', parent: null, needsServer: null, keeps: [] },
  loader: ({ context }) => {
    if (session.state.get().session !== null) start(context, meQuery, activeTrialsQuery)
  },
  preload: false,
  component: lazyRouteComponent(() => import('./home/home-screen'), 'HomeScreen'),
})

/** The app's router: its tree is the table of contents of every page. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    signInReturn,
    idpAssociation,
    ltiCreation,
    diagnostics,
    help,
    helpPage,
    nowhere,
    signedIn.addChildren([
      outbox,
      trials,
      newTrial,
      ownAllocationLists,
      aTrial.addChildren([
        trial.addChildren([
          overview,
          participants,
          participant,
          waitingList,
          reports,
          studyPacks,
          studyPack,
          trialUsers,
          messages,
          settings,
          proof,
          allocationList,
        ]),
        addTrialUser,
        importTrialUsers,
        randomise,
        trialReport,
        dispense,
        importStudyPacks,
        importShort,
        labelGenerator,
        labelGeneratorShort,
        nowhereInTrial,
      ]),
      simulation,
      users.addChildren([
        userList,
        newUser,
        newUsers,
        inviteUsers,
        broadcast,
        aUser.addChildren([user, userPermissions, userAuthentication, nowhereInUser]),
        nowhereInUsers,
      ]),
      auditLogs,
      status,
      systemReports,
      managementReport,
      profile,
      timezones,
    ]),
  ]),
  // Until the app gives it the cache of its person.
  context: { queryClient: createQueryClient(call) },
  parseSearch,
  stringifySearch,
  search: { strict: true },
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
