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
import { rememberAddress } from '../session/return-address'
import { useSession } from '../session/use-session'
import { parseSearch, stringifySearch } from './address-search'
import { NotFound } from './not-found'
import { ScreenError } from './screen-error'
import {
  messagesSearch,
  participantsSearch,
  randomiseSearch,
  returnSearch,
  simulationSearch,
  trialsSearch,
} from './screen-search'
import { PageSkeleton, Shell } from './shell'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/home/home-screen'), 'HomeScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  beforeLoad: () => {
    if (session.state.get().session !== null) throw redirect(paths.home())
  },
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in-screen'), 'SignInScreen'),
})

/** `/{university}-sso-return` and its like: which names there are is a setting of the installation. */
const signInReturn = createRoute({
  getParentRoute: () => root,
  path: '/$returnName',
  validateSearch: returnSearch.validate,
  component: lazyRouteComponent(() => import('../screens/sign-in/return-screen'), 'ReturnScreen'),
})

/** Everything that only signed-in people see; others are sent to the sign-in page and back. */
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

const trials = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials',
  validateSearch: trialsSearch.validate,
  component: lazyRouteComponent(() => import('../screens/trials/trials-screen'), 'TrialsScreen'),
})

const aTrial = createRoute({
  getParentRoute: () => signedIn,
  path: '/trials/$trialId',
  beforeLoad: ({ params }) => {
    if (!v.is(idInAddress, params.trialId)) throw notFound()
  },
})

const trial = createRoute({
  getParentRoute: () => aTrial,
  id: 'tabs',
  component: lazyRouteComponent(() => import('../screens/trial/trial-screen'), 'TrialScreen'),
})

const overview = createRoute({
  getParentRoute: () => trial,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/trial/overview/overview-tab'), 'OverviewTab'),
})

const participants = createRoute({
  getParentRoute: () => trial,
  path: '/participants',
  validateSearch: participantsSearch.validate,
  component: lazyRouteComponent(() => import('../screens/trial/participants/participants-tab'), 'ParticipantsTab'),
})

const participant = createRoute({
  getParentRoute: () => trial,
  path: '/participants/$participantId',
  beforeLoad: ({ params }) => {
    if (!v.is(idInAddress, params.participantId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('../screens/trial/participants/participant-page'), 'ParticipantPage'),
})

const messages = createRoute({
  getParentRoute: () => trial,
  path: '/messages',
  validateSearch: messagesSearch.validate,
  component: lazyRouteComponent(() => import('../screens/trial/messages/messages-tab'), 'MessagesTab'),
})

const settings = createRoute({
  getParentRoute: () => trial,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/trial/settings/settings-tab'), 'SettingsTab'),
})

const proof = createRoute({
  getParentRoute: () => trial,
  path: '/proof',
  component: lazyRouteComponent(() => import('../screens/trial/proof/proof-tab'), 'ProofTab'),
})

const randomise = createRoute({
  getParentRoute: () => aTrial,
  path: '/participants/new',
  validateSearch: randomiseSearch.validate,
  component: lazyRouteComponent(() => import('../screens/trial/randomise/randomise-screen'), 'RandomiseScreen'),
})

const simulation = createRoute({
  getParentRoute: () => signedIn,
  path: '/simulation',
  validateSearch: simulationSearch.validate,
  component: lazyRouteComponent(() => import('../screens/simulation/simulation-screen'), 'SimulationScreen'),
})

/** The app's router. Its table of contents is above. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    signIn,
    signInReturn,
    signedIn.addChildren([
      trials,
      aTrial.addChildren([
        trial.addChildren([overview, participants, participant, messages, settings, proof]),
        randomise,
      ]),
      simulation,
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

/** Shows nothing in the moment between the end of a session and the page that follows it. */
function SignedIn() {
  return useSession().session === null ? <PageSkeleton /> : <Outlet />
}
