import { onlineManager } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connection, probe, session } from '../api/browser-call'
import { canReachServer } from '../offline/connection'
import { followSnapshotOwner } from '../offline/device-snapshots'
import { startConnectionMonitor } from '../offline/connection-monitor'
import { wakeOutbox } from '../outbox/device-outbox'
import { RefreshAfterSending } from '../outbox/refresh-after-sending'
import { paths } from '../paths'
import { watchSession } from '../session/watch-session'
import { followDraftOwner } from '../trial-form/draft-owner'
import { ErrorDialog } from './error-dialog'
import { PersonalCache } from './personal-cache'
import { router } from './router'
import type { Updates } from './update/updates'

/** The app: its pages with the cache of the person who is signed in, and the dialog for failures of all of them. */
export function App({ updates }: { updates: Updates }) {
  useEffect(() => startConnectionMonitor(connection, probe, window), [])
  useEffect(() => watchSession(session, window, Date.now), [])
  useEffect(() => followSnapshotOwner(session.state), [])
  useEffect(() => followDraftOwner(session.state, sessionStorage), [])
  useEffect(() => wakeOutbox(window), [])
  useEffect(followSession, [])
  useEffect(followConnection, [])
  useEffect(() => router.subscribe('onResolved', updates.navigated), [updates])
  return (
    <PersonalCache>
      <RefreshAfterSending />
      <RouterProvider router={router} />
      <ErrorDialog goHome={() => void router.navigate(paths.home())} />
    </PersonalCache>
  )
}

/** Whoever signs out lands on the home page; for every other end of a session the page's own rule decides. */
const followSession = () =>
  session.state.subscribe(() => {
    const { ended } = session.state.get()
    void (ended === 'signed_out' ? router.navigate({ ...paths.home(), ignoreBlocker: true }) : router.invalidate())
  })

/** TanStack Query asks again for what is on the screen when the server is back: by our own knowledge of it. */
const followConnection = () => {
  onlineManager.setEventListener((setOnline) =>
    connection.subscribe(() => setOnline(canReachServer(connection.get().face))),
  )
  return () => onlineManager.setEventListener(() => () => {})
}
