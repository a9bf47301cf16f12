import { idInAddress } from '#contract/fields'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { session } from '../api/browser-call'
import { paths } from '../paths'
import { storeInvitation } from '../session/pending-invitation'
import { rememberAddress } from '../session/return-address'
import { useSession } from '../session/use-session'
import { parseSearch, stringifySearch } from '../api/address-search'
import { NotFound } from '../ui/not-found'
import { ScreenError } from './screen-error'
import { associationSearch, returnSearch, signInSearch } from '../subjects/sign-in/sign-in-search'
import { auditSearch } from '../subjects/audit/audit-search'
import { dispenseSearch, studyPacksSearch } from '../subjects/study-packs/study-packs-search'
import { inviteSearch, trialUsersSearch, usersSearch } from '../subjects/people/people-search'
import { managementReportSearch, messagesSearch, trialReportSearch } from '../subjects/reports/reports-search'
import { participantsSearch, randomiseSearch } from '../subjects/participants/participants-search'
import { simulationSearch } from '../subjects/simulation/simulation-search'
import { trialsSearch } from '../subjects/trials/trials-search'
import { PageSkeleton } from '../ui/page-skeleton'
import { Shell } from './shell'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home-screen'), 'HomeScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch.validate,
  beforeLoad: () => {
    if (session.state.get().session !== null) throw redirect(paths.home())
  },
  component: lazyRouteComponent(() => import('../subjects/sign-in/sign-in-screen'), 'SignInScreen'),
})

/** The secret of an invitation moves from the address to this tab's storage before anything is shown. */
const idpAssociation = createRoute({
  getParentRoute: () => root,
  path: '/idp-association',
  validateSearch: associationSearch.validate,
  beforeLoad: ({ search, preload }) => {
    if (search.token === undefined || preload) return
    storeInvitation(sessionStorage, { token: search.token, user_id: null })
    throw redirect({ ...paths.idpAssociation(), search: {}, replace: true })
  },
  component: lazyRouteComponent(
    () => import('../subjects/sign-in/association/association-screen'),
    'AssociationScreen',
  ),
})

const ltiCreation = createRoute({
  getParentRoute: () => root,
  path: '/lti-creation',
  component: lazyRouteComponent(() => import('../subjects/sign-in/creation/creation-screen'), 'CreationScreen'),
})

/** `/{university}-sso-return` and the like: the names are settings of the installation. */
const signInReturn = createRoute({
  getParentRoute: () => root,
  path: '/$returnName',
  validateSearch: returnSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/sign-in/return-screen'), 'ReturnScreen'),
})

/** Also for signed-out people, and offline. */
const diagnostics = createRoute({
  getParentRoute: () => root,
  path: '/diagnostics',
  component: lazyRouteComponent(
    () => import('../subjects/this-device/diagnostics/diagnostics-screen'),
    'DiagnosticsScreen',
  ),
})

/** Everything for signed-in people only; others go to the sign-in page and back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location, preload }) => {
    const state = session.state.get()
    if (state.session !== null) return
    if (!preload && state.ended !== 'signed_out') rememberAddress(sessionStorage, location.href, state.last_sub)
    throw redirect(paths.signIn())
  },
  component: SignedIn,
})

const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/outbox',
  component: lazyRouteComponent(() => import('../subjects/this-device/outbox/outbox-screen'), 'OutboxScreen'),
})

const trials = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials',
  validateSearch: trialsSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/trials/list/trials-screen'), 'TrialsScreen'),
})

const newTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/new',
  component: lazyRouteComponent(() => import('../subjects/trials/list/new/new-trial-screen'), 'NewTrialScreen'),
})

const aTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/$trialId',
  beforeLoad: ({ params }) => {
    if (!v.is(idInAddress, params.trialId)) throw notFound()
  },
})

/** Document 000 names these two addresses; document 001 names their targets. */
const importShort = createRoute({
  getParentRoute: () => aTrial,
  path: '/import',
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.importStudyPacks(Number(params.trialId)), replace: true })
  },
})

const labelGeneratorShort = createRoute({
  getParentRoute: () => aTrial,
  path: '/label-generator',
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.labelGenerator(Number(params.trialId)), replace: true })
  },
})

const trial = createRoute({
  getParentRoute: () => aTrial,
  id: 'tabs',
  component: lazyRouteComponent(() => import('./trial-screen'), 'TrialScreen'),
})

const overview = createRoute({
  getParentRoute: () => trial,
  path: '/',
  component: lazyRouteComponent(() => import('../subjects/trials/trial/overview/overview-tab'), 'OverviewTab'),
})

const participants = createRoute({
  getParentRoute: () => trial,
  path: '/participants',
  validateSearch: participantsSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/participants/list/participants-tab'), 'ParticipantsTab'),
})

const participant = createRoute({
  getParentRoute: () => trial,
  path: '/participants/$participantId',
  beforeLoad: ({ params }) => {
    if (!v.is(idInAddress, params.participantId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('../subjects/participants/list/participant-page'), 'ParticipantPage'),
})

const studyPacks = createRoute({
  getParentRoute: () => trial,
  path: '/study-packs',
  validateSearch: studyPacksSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/study-packs/study-packs-tab'), 'StudyPacksTab'),
})

const studyPack = createRoute({
  getParentRoute: () => trial,
  path: '/study-packs/$studyPackId',
  beforeLoad: ({ params }) => {
    if (!v.is(idInAddress, params.studyPackId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('../subjects/study-packs/pack/study-pack-page'), 'StudyPackPage'),
})

const reports = createRoute({
  getParentRoute: () => trial,
  path: '/reports',
  component: lazyRouteComponent(() => import('../subjects/reports/of-trial/reports-tab'), 'ReportsTab'),
})

const trialReport = createRoute({
  getParentRoute: () => aTrial,
  path: '/reports/view',
  validateSearch: trialReportSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/reports/of-trial/trial-report-screen'), 'TrialReportScreen'),
})

const messages = createRoute({
  getParentRoute: () => trial,
  path: '/messages',
  validateSearch: messagesSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/reports/emails/messages-tab'), 'MessagesTab'),
})

const trialUsers = createRoute({
  getParentRoute: () => trial,
  path: '/users',
  validateSearch: trialUsersSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/people/of-trial/users-tab'), 'UsersTab'),
})

const settings = createRoute({
  getParentRoute: () => trial,
  path: '/settings',
  component: lazyRouteComponent(() => import('../subjects/trials/trial/settings/settings-tab'), 'SettingsTab'),
})

const proof = createRoute({
  getParentRoute: () => trial,
  path: '/proof',
  component: lazyRouteComponent(() => import('../subjects/trials/trial/proof/proof-tab'), 'ProofTab'),
})

const randomise = createRoute({
  getParentRoute: () => aTrial,
  path: '/participants/new',
  validateSearch: randomiseSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/participants/randomise/randomise-screen'), 'RandomiseScreen'),
})

const dispense = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/dispense',
  validateSearch: dispenseSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/study-packs/dispense/dispense-screen'), 'DispenseScreen'),
})

const importStudyPacks = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/import',
  component: lazyRouteComponent(() => import('../subjects/study-packs/import/import-screen'), 'ImportScreen'),
})

const labelGenerator = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/label-generator',
  component: lazyRouteComponent(
    () => import('../subjects/study-packs/label-generator/label-generator-screen'),
    'LabelGeneratorScreen',
  ),
})

const addTrialUser = createRoute({
  getParentRoute: () => aTrial,
  path: '/users/new',
  component: lazyRouteComponent(() => import('../subjects/people/of-trial/add/add-user-screen'), 'AddUserScreen'),
})

const importTrialUsers = createRoute({
  getParentRoute: () => aTrial,
  path: '/users/new/multiple',
  component: lazyRouteComponent(
    () => import('../subjects/people/of-trial/import/import-trial-users-screen'),
    'ImportTrialUsersScreen',
  ),
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  component: lazyRouteComponent(() => import('../subjects/people/users/users-layout'), 'UsersLayout'),
})

const userList = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: usersSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/people/users/list/users-screen'), 'UsersScreen'),
})

const newUser = createRoute({
  getParentRoute: () => users,
  path: '/new',
  component: lazyRouteComponent(() => import('../subjects/people/users/create/new-user-screen'), 'NewUserScreen'),
})

const newUsers = createRoute({
  getParentRoute: () => users,
  path: '/new/multiple',
  component: lazyRouteComponent(
    () => import('../subjects/people/users/import/import-users-screen'),
    'ImportUsersScreen',
  ),
})

const inviteUsers = createRoute({
  getParentRoute: () => users,
  path: '/invite',
  validateSearch: inviteSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/people/users/invite/invite-screen'), 'InviteScreen'),
})

const broadcast = createRoute({
  getParentRoute: () => users,
  path: '/broadcast',
  component: lazyRouteComponent(() => import('../subjects/people/users/broadcast/broadcast-screen'), 'BroadcastScreen'),
})

const aUser = createRoute({
  getParentRoute: () => users,
  path: '/$userId',
  beforeLoad: ({ params }) => {
    if (!v.is(idInAddress, params.userId)) throw notFound()
  },
})

const user = createRoute({
  getParentRoute: () => aUser,
  path: '/',
  component: lazyRouteComponent(() => import('../subjects/people/users/detail/user-screen'), 'UserScreen'),
})

const userPermissions = createRoute({
  getParentRoute: () => aUser,
  path: '/permissions',
  component: lazyRouteComponent(
    () => import('../subjects/people/users/permissions/user-permissions-screen'),
    'UserPermissionsScreen',
  ),
})

const userAuthentication = createRoute({
  getParentRoute: () => aUser,
  path: '/auth',
  component: lazyRouteComponent(
    () => import('../subjects/people/users/auth/user-authentication-screen'),
    'UserAuthenticationScreen',
  ),
})

const systemReports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  component: lazyRouteComponent(() => import('../subjects/reports/screens/reports-screen'), 'ReportsScreen'),
})

const managementReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/view',
  validateSearch: managementReportSearch.validate,
  component: lazyRouteComponent(
    () => import('../subjects/reports/screens/management-report-screen'),
    'ManagementReportScreen',
  ),
})

const auditLogs = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit-logs',
  validateSearch: auditSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/audit/audit-screen'), 'AuditScreen'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/user-profile',
  component: lazyRouteComponent(() => import('../subjects/people/profile/profile-screen'), 'ProfileScreen'),
})

const timezones = createRoute({
  getParentRoute: () => signedIn,
  path: '/timezones',
  component: lazyRouteComponent(() => import('../subjects/people/timezones/timezones-screen'), 'TimezonesScreen'),
})

const simulation = createRoute({
  getParentRoute: () => signedIn,
  path: '/simulation',
  validateSearch: simulationSearch.validate,
  component: lazyRouteComponent(() => import('../subjects/simulation/simulation-screen'), 'SimulationScreen'),
})

/** The app's router; the tree above is its table of contents. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    signInReturn,
    idpAssociation,
    ltiCreation,
    diagnostics,
    signedIn.addChildren([
      outbox,
      trials,
      newTrial,
      aTrial.addChildren([
        trial.addChildren([
          overview,
          participants,
          participant,
          reports,
          studyPacks,
          studyPack,
          trialUsers,
          messages,
          settings,
          proof,
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
      ]),
      simulation,
      users.addChildren([
        userList,
        newUser,
        newUsers,
        inviteUsers,
        broadcast,
        aUser.addChildren([user, userPermissions, userAuthentication]),
      ]),
      auditLogs,
      systemReports,
      managementReport,
      profile,
      timezones,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Shows nothing between the end of a session and the next page. */
function SignedIn() {
  return useSession().session === null ? <PageSkeleton /> : <Outlet />
}
