import './ui/base.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { NeedsHttps } from './app/needs-https'
import { startUpdates } from './app/update/start-updates'
import { removeFirstPaint } from './browser/first-paint'
import { UpdateBanner } from './app/update/update-banner'
import { connection } from './device/offline/connection'
import { session } from './session/this-session'
import { deviceStorage } from './browser/device-storage'
import { deviceTraffic } from './api/device-traffic'
import { deviceLock, watchDeviceLock } from './session/lock/device-lock'
import { deviceUnlock } from './device/unlock/device-unlock'
import { followSnapshotOwner } from './device/offline/device-snapshots'
import { persistLostSince } from './device/offline/persist-lost-since'
import { persistServerClock } from './device/offline/persist-server-clock'
import { watchInstallOffer } from './device/offline/install-offer'
import { cssVariablesResolver, theme } from './ui/theme'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** The app, after the preparations of the page. */
const prepareApp = () => {
  const updates = startUpdates()
  watchInstallOffer(window)
  watchDeviceLock(window)
  persistServerClock(
    deviceStorage(() => localStorage),
    deviceTraffic,
  )
  persistLostSince(
    deviceStorage(() => localStorage),
    connection,
  )
  // The session was opened before the server's clock was known.
  session.endIfExpired()
  // Before the router asks for the first page: an answer that comes while the store has no owner is not stored.
  followSnapshotOwner(session.state)
  return (
    <>
      <UpdateBanner updates={updates} />
      <App updates={updates} />
    </>
  )
}

/** In slices of a few milliseconds: a slow tablet answers a finger in between. */
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
          {isSecureContext ? prepareApp() : <NeedsHttps address={location.href} />}
        </MantineProvider>
      </StrictMode>,
    ),
  )

if (!isSecureContext) removeFirstPaint()
// A tablet that was closed before it locked still has its keys: they are deleted before anything is read with them.
if (isSecureContext && deviceLock.isLocked.get()) void deviceUnlock.coverAtLoad().then(draw)
else draw()
