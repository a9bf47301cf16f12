import { ModalStack } from '@mantine/core'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import { connection, canReachServer } from '../device/offline/connection'
import { probe } from '../device/call'
import { session, sessionNow } from '../session/this-session'
import { deviceStorage } from '../browser/device-storage'
import { deviceTraffic, watchDefects } from '../api/device-traffic'
import { startConnectionMonitor } from '../device/offline/connection-monitor'
import { askForPersistence } from '../device/offline/persistence'
import { AnnounceSent } from '../device/outbox/announce-sent'
import { deviceOutbox, wakeOutbox } from '../device/outbox/device-outbox'
import { deviceSeals } from '../device/outbox/device-seals'
import { TakeLateAnswers } from '../device/offline/take-late-answers'
import { RefreshAfterSending } from '../device/outbox/refresh-after-sending'
import { followDeviceUnlock } from '../device/unlock/device-unlock'
import { RefetchAfterUnlock } from '../device/unlock/refetch-after-unlock'
import { signInQuestion } from '../session/fresh-sign-in/sign-in-question'
import { paths } from '../paths'
import { afterSignOut } from '../subjects/sign-in/leaving/sign-out'
import { watchSession } from '../session/watch-session'
import { followDraftOwner } from '../subjects/trials/form/draft-owner'
import { useStore } from '../browser/store'
import { NoErrorDialog } from './no-error-dialog'
import { TrialsSaver } from './offline-readiness/trials-saver'
import { PersonalCache } from './personal-cache'
import { router } from './router'
import type { Updates } from './update/updates'

/** Loaded after the page; where that fails, `NoErrorDialog` replaces it. */
const ErrorDialog = lazy<ComponentType<{ goHome: () => void }>>(() =>
  import('./error-dialog').then(
    ({ ErrorDialog }) => ({ default: ErrorDialog }),
    (error: unknown) => {
      reportError(error)
      return { default: NoErrorDialog }
    },
  ),
)

/** Loaded when a write needs a fresh sign-in. */
const SignInAgainDialog = lazy(() =>
  import('../session/fresh-sign-in/sign-in-again-dialog').then(({ SignInAgainDialog }) => ({
    default: SignInAgainDialog,
  })),
)

/** The app: its pages with the cache of the signed-in person, and the dialog for their failures. */
export function App({ updates }: { updates: Updates }) {
  useEffect(() => startConnectionMonitor(connection, probe, window), [])
  useEffect(() => watchSession(session, window, sessionNow, deviceTraffic), [])
  useEffect(() => followDraftOwner(session.state, sessionStorage), [])
  useEffect(() => deviceSeals.follow(), [])
  useEffect(followDeviceUnlock, [])
  useEffect(() => wakeOutbox(window, deviceOutbox.wake), [])
  useEffect(() => watchDefects(window, () => Date.now()), [])
  useEffect(() => {
    const moments = { session: session.state, outbox: deviceOutbox.view }
    return askForPersistence(
      navigator,
      deviceStorage(() => localStorage),
      moments,
    )
  }, [])
  useEffect(followSignOut, [])
  useEffect(followConnection, [])
  useEffect(() => router.subscribe('onResolved', updates.navigated), [updates])
  return (
    <ModalStack>
      <PersonalCache>
        <RefetchAfterUnlock />
        <RefreshAfterSending />
        <AnnounceSent />
        <TakeLateAnswers />
        <TrialsSaver />
        <Pages />
        <Suspense>
          <ErrorDialog goHome={() => void router.navigate(paths.home())} />
        </Suspense>
        <SignInAgain />
      </PersonalCache>
    </ModalStack>
  )
}

function SignInAgain() {
  const question = useStore(signInQuestion)
  return (
    question !== null && (
      <Suspense>
        <SignInAgainDialog />
      </Suspense>
    )
  )
}

/** The pages, which load into the cache of the signed-in person; another person gets a new page. */
function Pages() {
  const queryClient = useQueryClient()
  const previous = useRef(queryClient)
  useEffect(() => {
    if (previous.current !== queryClient && !isLeft()) void router.invalidate()
    previous.current = queryClient
  }, [queryClient])
  return <RouterProvider router={router} context={{ queryClient }} />
}

/**
 * After a sign-out the home page follows, or the next person's sign-in; on a page for visitors the person stays there. For any
 * other begin or end of a session the page's own rule decides.
 */
const followSignOut = () =>
  session.state.subscribe(() => {
    if (!isLeft()) return
    if (afterSignOut() === 'another_person') void router.navigate({ ...paths.signInAsAnother(), ignoreBlocker: true })
    else void router.navigate({ ...paths.home(), ignoreBlocker: true })
  })

const isLeft = (): boolean => session.state.get().ended === 'signed_out' && !router.state.matches.some(isForVisitors)

const isForVisitors = ({ fullPath }: { fullPath: string }): boolean =>
  fullPath === paths.idpAssociation().to || fullPath === paths.ltiCreation().to

/** TanStack Query refetches the screen when the server is back, by our own state of the connection. */
const followConnection = () => {
  onlineManager.setEventListener((setOnline) =>
    connection.subscribe(() => setOnline(canReachServer(connection.get().state))),
  )
  return () => onlineManager.setEventListener(() => () => {})
}
