import { idInAddress } from '#contract/fields'
import { can } from '#domain/people/permissions'
import { ERRORS } from '#contract/errors'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { session, useSession } from '../session/this-session'
import { createQueryClient } from '../api/query-client'
import { call } from '../device/call'
import { participantHistoryQuery, participantQuery, participantsQuery } from '../api/participant-queries'
import { permittedSitesQuery, trialPermissionQuery } from '../api/session-queries'
import { studyPackQuery, studyPacksQuery } from '../api/study-pack-queries'
import { trialQuery, trialStatisticsQuery } from '../api/trial-queries'
import { trialUsersQuery } from '../api/trial-user-queries'
import { paths } from '../paths'
import { storeInvitation } from '../session/pending-invitation'
import { rememberAddress } from '../session/return-address'
import { parseSearch, stringifySearch } from '../api/address-search'
import { NotFound } from '../api/not-found'
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
import { TrialTitle } from './trial-title'

type Context = { queryClient: QueryClient }

/** A route that only surrounds pages, or leads on at once. */
const LAYOUT = { crumb: null, parent: null, needsServer: null, keeps: [] } as const

/** The params of an address by their schemas; an address that does not fit is no page. */
const addressParams = <const Fields extends v.ObjectEntries>(fields: Fields) => {
  const schema = v.object(fields)
  return {
    parse: (raw: Record<string, unknown>) => {
      const parsed = v.safeParse(schema, raw)
      return parsed.success && parsed.output
    },
  }
}

/**
 * Sends the queries of a page while its program is loaded and what surrounds it waits for answers. Nothing waits for them here,
 * and a failure is left to the screen, which knows when to ask again.
 */
const start = ({ queryClient }: Context, ...queries: Parameters<QueryClient['prefetchQuery']>[0][]): void => {
  for (const query of queries)
    if (queryClient.getQueryState(query.queryKey)?.status !== 'error') void queryClient.prefetchQuery(query)
}

/** The same once it is known that the viewer may see packs: a call for others would be refused, and the refusal recorded. */
const startWithPacks = async (
  context: Context,
  trialId: number,
  query: Parameters<QueryClient['prefetchQuery']>[0],
): Promise<void> => {
  const { queryClient } = context
  const permissionQuery = trialPermissionQuery(trialId)
  if (queryClient.getQueryState(permissionQuery.queryKey)?.status === 'error') return
  await queryClient.prefetchQuery(permissionQuery)
  const permission = queryClient.getQueryData(permissionQuery.queryKey)
  if (permission !== undefined && can(permission, 'viewStudyPacks')) start(context, query)
}

const root = createRootRouteWithContext<Context>()({ staticData: LAYOUT, component: Shell })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { crumb: 'Home', parent: null, needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('./home/home-screen'), 'HomeScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch.validate,
  staticData: { crumb: 'Sign in', parent: '/', needsServer: null, keeps: [] },
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
  staticData: { crumb: 'Invitation', parent: '/', needsServer: null, keeps: [] },
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
  staticData: { crumb: 'Create external identity', parent: '/idp-association', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/sign-in/creation/creation-screen'), 'CreationScreen'),
})

/** `/{university}-sso-return` and the like: the names are settings of the installation. */
const signInReturn = createRoute({
  getParentRoute: () => root,
  path: '/$returnName',
  params: addressParams({ returnName: v.pipe(v.string(), v.endsWith('-return')) }),
  validateSearch: returnSearch.validate,
  staticData: { crumb: 'Sign in', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/sign-in/return-screen'), 'ReturnScreen'),
})

/** Also for signed-out people, and offline. */
const diagnostics = createRoute({
  getParentRoute: () => root,
  path: '/diagnostics',
  staticData: { crumb: 'About this device', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(
    () => import('../subjects/this-device/diagnostics/diagnostics-screen'),
    'DiagnosticsScreen',
  ),
})

const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { crumb: ERRORS.not_found.message, parent: '/', needsServer: null, keeps: [] },
  component: NotFound,
})

/** Everything for signed-in people only; others go to the sign-in page and back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  staticData: LAYOUT,
  beforeLoad: ({ location, matches, preload }) => {
    const state = session.state.get()
    if (state.session !== null) return
    if (!preload && state.ended !== 'signed_out') rememberAddress(sessionStorage, { location, matches }, state.last_sub)
    throw redirect(paths.signIn())
  },
  component: SignedIn,
})

const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/outbox',
  staticData: { crumb: 'Outbox', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/this-device/outbox/outbox-screen'), 'OutboxScreen'),
})

const trials = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials',
  validateSearch: trialsSearch.validate,
  staticData: { crumb: 'Trials', parent: '/', needsServer: null, keeps: trialsSearch.keeps },
  component: lazyRouteComponent(() => import('../subjects/trials/list/trials-screen'), 'TrialsScreen'),
})

const newTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/new',
  staticData: { crumb: 'Create new trial', parent: '/trials', needsServer: 'createTrial', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/trials/list/new/new-trial-screen'), 'NewTrialScreen'),
})

const trialParams = addressParams({ trialId: idInAddress })

const aTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/$trialId',
  params: trialParams,
  staticData: LAYOUT,
  loader: ({ context, params }) => start(context, trialQuery(params.trialId), trialPermissionQuery(params.trialId)),
  preload: false,
})

const nowhereInTrial = createRoute({
  getParentRoute: () => aTrial,
  path: '$',
  staticData: { crumb: ERRORS.not_found.message, parent: '/trials/$trialId', needsServer: null, keeps: [] },
  component: NotFound,
})

/** Document 000 names these two addresses; document 001 names their targets. */
const importShort = createRoute({
  getParentRoute: () => aTrial,
  path: '/import',
  staticData: LAYOUT,
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.importStudyPacks(params.trialId), replace: true })
  },
})

const labelGeneratorShort = createRoute({
  getParentRoute: () => aTrial,
  path: '/label-generator',
  staticData: LAYOUT,
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.labelGenerator(params.trialId), replace: true })
  },
})

const trial = createRoute({
  getParentRoute: () => aTrial,
  id: 'tabs',
  // Again: a route without a path stands at its parent's, and the router matches by the last one's schema.
  params: trialParams,
  staticData: LAYOUT,
  component: lazyRouteComponent(() => import('./trial-screen'), 'TrialScreen'),
})

const overview = createRoute({
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
  component: lazyRouteComponent(() => import('../subjects/trials/trial/overview/overview-tab'), 'OverviewTab'),
})

const participants = createRoute({
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
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => start(context, participantsQuery(params.trialId, deps)),
  preload: false,
  component: lazyRouteComponent(() => import('../subjects/participants/list/participants-tab'), 'ParticipantsTab'),
})

const participant = createRoute({
  getParentRoute: () => trial,
  path: '/participants/$participantId',
  params: addressParams({ participantId: idInAddress }),
  staticData: { crumb: 'Participant', parent: '/trials/$trialId/participants', needsServer: 'viewRecord', keeps: [] },
  loader: ({ context, params }) =>
    start(
      context,
      participantQuery(params.trialId, params.participantId),
      participantHistoryQuery(params.trialId, params.participantId),
    ),
  preload: false,
  component: lazyRouteComponent(() => import('../subjects/participants/list/participant-page'), 'ParticipantPage'),
})

const studyPacks = createRoute({
  getParentRoute: () => trial,
  path: '/study-packs',
  validateSearch: studyPacksSearch.validate,
  staticData: {
    crumb: 'Study packs',
    parent: '/trials/$trialId',
    needsServer: null,
    keeps: studyPacksSearch.keeps,
    tab: { label: 'Study Packs', needs: 'viewStudyPacks', isIn: (trial) => trial.is_managing_packs },
  },
  loader: ({ context, params }) => void startWithPacks(context, params.trialId, studyPacksQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(() => import('../subjects/study-packs/study-packs-tab'), 'StudyPacksTab'),
})

const studyPack = createRoute({
  getParentRoute: () => trial,
  path: '/study-packs/$studyPackId',
  params: addressParams({ studyPackId: idInAddress }),
  staticData: { crumb: 'Study pack', parent: '/trials/$trialId/study-packs', needsServer: 'viewRecord', keeps: [] },
  loader: ({ context, params }) =>
    void startWithPacks(context, params.trialId, studyPackQuery(params.trialId, params.studyPackId)),
  preload: false,
  component: lazyRouteComponent(() => import('../subjects/study-packs/pack/study-pack-page'), 'StudyPackPage'),
})

const reports = createRoute({
  getParentRoute: () => trial,
  path: '/reports',
  staticData: {
    crumb: 'Reports',
    parent: '/trials/$trialId',
    needsServer: 'makeReports',
    keeps: [],
    tab: { label: 'Reports', needs: 'viewReports' },
  },
  component: lazyRouteComponent(() => import('../subjects/reports/of-trial/reports-tab'), 'ReportsTab'),
})

const trialReport = createRoute({
  getParentRoute: () => aTrial,
  path: '/reports/view',
  validateSearch: trialReportSearch.validate,
  staticData: {
    crumb: 'Report',
    parent: '/trials/$trialId/reports',
    needsServer: 'makeReports',
    keeps: trialReportSearch.keeps,
  },
  component: lazyRouteComponent(() => import('../subjects/reports/of-trial/trial-report-screen'), 'TrialReportScreen'),
})

const messages = createRoute({
  getParentRoute: () => trial,
  path: '/messages',
  validateSearch: messagesSearch.validate,
  staticData: {
    crumb: 'Emails',
    parent: '/trials/$trialId',
    needsServer: 'viewMessages',
    keeps: messagesSearch.keeps,
    tab: { label: 'Emails', needs: 'viewMessages' },
  },
  component: lazyRouteComponent(() => import('../subjects/reports/emails/messages-tab'), 'MessagesTab'),
})

const trialUsers = createRoute({
  getParentRoute: () => trial,
  path: '/users',
  validateSearch: trialUsersSearch.validate,
  staticData: {
    crumb: 'User permissions',
    parent: '/trials/$trialId',
    needsServer: 'manageUsers',
    keeps: trialUsersSearch.keeps,
    tab: { label: 'User Permissions', needs: 'viewTrial' },
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => start(context, trialUsersQuery(params.trialId, deps)),
  preload: false,
  component: lazyRouteComponent(() => import('../subjects/people/of-trial/users-tab'), 'UsersTab'),
})

const settings = createRoute({
  getParentRoute: () => trial,
  path: '/settings',
  staticData: {
    crumb: 'Settings',
    parent: '/trials/$trialId',
    needsServer: 'changeSettings',
    keeps: [],
    tab: { label: 'Settings', needs: 'viewSettings' },
  },
  component: lazyRouteComponent(() => import('../subjects/trials/trial/settings/settings-tab'), 'SettingsTab'),
})

const proof = createRoute({
  getParentRoute: () => trial,
  path: '/proof',
  staticData: {
    crumb: 'Proof',
    parent: '/trials/$trialId',
    needsServer: 'viewProof',
    keeps: [],
    tab: { label: 'Proof', needs: 'viewLedger' },
  },
  component: lazyRouteComponent(() => import('../subjects/trials/trial/proof/proof-tab'), 'ProofTab'),
})

const randomise = createRoute({
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
  component: lazyRouteComponent(() => import('../subjects/participants/randomise/randomise-screen'), 'RandomiseScreen'),
})

const dispense = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/dispense',
  validateSearch: dispenseSearch.validate,
  staticData: {
    crumb: 'Dispense',
    parent: '/trials/$trialId/study-packs',
    needsServer: null,
    keeps: dispenseSearch.keeps,
  },
  loader: ({ context, params }) => start(context, permittedSitesQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(() => import('../subjects/study-packs/dispense/dispense-screen'), 'DispenseScreen'),
})

const importStudyPacks = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/import',
  staticData: { crumb: 'Import', parent: '/trials/$trialId/study-packs', needsServer: 'importPacks', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/study-packs/import/import-screen'), 'ImportScreen'),
})

const labelGenerator = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/label-generator',
  staticData: {
    crumb: 'Packs and labels',
    parent: '/trials/$trialId/study-packs',
    needsServer: 'makeLabels',
    keeps: [],
  },
  component: lazyRouteComponent(
    () => import('../subjects/study-packs/label-generator/label-generator-screen'),
    'LabelGeneratorScreen',
  ),
})

const addTrialUser = createRoute({
  getParentRoute: () => aTrial,
  path: '/users/new',
  staticData: { crumb: 'Add user', parent: '/trials/$trialId/users', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/people/of-trial/add/add-user-screen'), 'AddUserScreen'),
})

const importTrialUsers = createRoute({
  getParentRoute: () => aTrial,
  path: '/users/new/multiple',
  staticData: { crumb: 'Add multiple users', parent: '/trials/$trialId/users', needsServer: 'importUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../subjects/people/of-trial/import/import-trial-users-screen'),
    'ImportTrialUsersScreen',
  ),
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  staticData: LAYOUT,
  component: lazyRouteComponent(() => import('../subjects/people/users/users-layout'), 'UsersLayout'),
})

const userList = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: usersSearch.validate,
  staticData: { crumb: 'Users', parent: '/', needsServer: 'manageUsers', keeps: usersSearch.keeps },
  component: lazyRouteComponent(() => import('../subjects/people/users/list/users-screen'), 'UsersScreen'),
})

const newUser = createRoute({
  getParentRoute: () => users,
  path: '/new',
  staticData: { crumb: 'Create new user', parent: '/users', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/people/users/create/new-user-screen'), 'NewUserScreen'),
})

const newUsers = createRoute({
  getParentRoute: () => users,
  path: '/new/multiple',
  staticData: { crumb: 'Create multiple users', parent: '/users', needsServer: 'importUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../subjects/people/users/import/import-users-screen'),
    'ImportUsersScreen',
  ),
})

const inviteUsers = createRoute({
  getParentRoute: () => users,
  path: '/invite',
  validateSearch: inviteSearch.validate,
  staticData: { crumb: 'Invite users', parent: '/users', needsServer: 'manageUsers', keeps: inviteSearch.keeps },
  component: lazyRouteComponent(() => import('../subjects/people/users/invite/invite-screen'), 'InviteScreen'),
})

const broadcast = createRoute({
  getParentRoute: () => users,
  path: '/broadcast',
  staticData: { crumb: 'Message broadcast', parent: '/users', needsServer: 'broadcast', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/people/users/broadcast/broadcast-screen'), 'BroadcastScreen'),
})

const nowhereInUsers = createRoute({
  getParentRoute: () => users,
  path: '$',
  staticData: { crumb: ERRORS.not_found.message, parent: '/users', needsServer: null, keeps: [] },
  component: NotFound,
})

const aUser = createRoute({
  getParentRoute: () => users,
  path: '/$userId',
  params: addressParams({ userId: idInAddress }),
  staticData: LAYOUT,
})

const nowhereInUser = createRoute({
  getParentRoute: () => aUser,
  path: '$',
  staticData: { crumb: ERRORS.not_found.message, parent: '/users/$userId', needsServer: null, keeps: [] },
  component: NotFound,
})

const user = createRoute({
  getParentRoute: () => aUser,
  path: '/',
  staticData: { crumb: ({ userId }) => `User ${userId}`, parent: '/users', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/people/users/detail/user-screen'), 'UserScreen'),
})

const userPermissions = createRoute({
  getParentRoute: () => aUser,
  path: '/permissions',
  staticData: { crumb: 'Permissions', parent: '/users/$userId', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../subjects/people/users/permissions/user-permissions-screen'),
    'UserPermissionsScreen',
  ),
})

const userAuthentication = createRoute({
  getParentRoute: () => aUser,
  path: '/auth',
  staticData: { crumb: 'Authentication', parent: '/users/$userId', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../subjects/people/users/auth/user-authentication-screen'),
    'UserAuthenticationScreen',
  ),
})

const systemReports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  staticData: { crumb: 'Reports', parent: '/', needsServer: 'makeReports', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/reports/screens/reports-screen'), 'ReportsScreen'),
})

const managementReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/view',
  validateSearch: managementReportSearch.validate,
  staticData: {
    crumb: 'Management report',
    parent: '/reports',
    needsServer: 'makeReports',
    keeps: managementReportSearch.keeps,
  },
  component: lazyRouteComponent(
    () => import('../subjects/reports/screens/management-report-screen'),
    'ManagementReportScreen',
  ),
})

const auditLogs = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit-logs',
  validateSearch: auditSearch.validate,
  staticData: { crumb: 'Auditing', parent: '/', needsServer: 'viewAuditLog', keeps: auditSearch.keeps },
  component: lazyRouteComponent(() => import('../subjects/audit/audit-screen'), 'AuditScreen'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/user-profile',
  staticData: { crumb: 'User profile', parent: '/', needsServer: 'changeProfile', keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/people/profile/profile-screen'), 'ProfileScreen'),
})

const timezones = createRoute({
  getParentRoute: () => signedIn,
  path: '/timezones',
  staticData: { crumb: 'Supported time zones', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../subjects/people/timezones/timezones-screen'), 'TimezonesScreen'),
})

const simulation = createRoute({
  getParentRoute: () => signedIn,
  path: '/simulation',
  validateSearch: simulationSearch.validate,
  staticData: { crumb: 'Simulation', parent: '/', needsServer: 'simulate', keeps: simulationSearch.keeps },
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
    nowhere,
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

/** Shows nothing between the end of a session and the next page. */
function SignedIn() {
  return useSession().session === null ? <PageSkeleton /> : <Outlet />
}
