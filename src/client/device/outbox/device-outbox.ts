import { byLease, byLock } from '#offline/one-at-a-time'
import { call, connection, probe, session } from '../../api/browser-call'
import { deviceStorage, STORED } from '../device-storage'
import { canReachServer } from '../offline/connection'
import { deviceSnapshots, reportStoreError } from '../offline/device-snapshots'
import { createDeviceOutbox } from './create-device-outbox'
import { forgetTrialIfWithdrawn } from './forget-trial-if-withdrawn'
import { deviceSeals, sealReady } from './device-seals'
import { outboxMirror } from './outbox-mirror'
import { sendAction } from './send-action'
import { askToBeWoken, wokenByWorker, workersOf } from './wake-by-worker'

/** The name of the database with an installation's outbox. */
export const OUTBOX_NAME = 'equipoise-outbox'
let pageId: string | undefined
/** Created at its first use: without https there is no crypto, and the page must still render to say so. */
const thisPage = (): string => (pageId ??= crypto.randomUUID())

/** Calls `leave` when this page is left; returns a function that stops this. */
const whenLeft = (leave: () => void): (() => void) => {
  addEventListener('pagehide', leave)
  return () => removeEventListener('pagehide', leave)
}

const sub = () => session.state.get().session?.sub ?? null

/** The outbox of this device. */
export const deviceOutbox = createDeviceOutbox({
  database_name: OUTBOX_NAME,
  mirror: outboxMirror(deviceStorage(() => localStorage)),
  sub,
  seals: deviceSeals,
  canSend: () => canReachServer(connection.get().state),
  send: (action) => sendAction(call, action),
  forgetTrialIfWithdrawn: (trialId) =>
    forgetTrialIfWithdrawn({ call, sub, snapshots: deviceSnapshots, onStoreError: reportStoreError }, trialId),
  // Web Locks exist on secure origins only.
  oneAtATime: (database) =>
    'locks' in navigator ? byLock(navigator.locks, whenLeft) : byLease(database, thisPage(), Date.now),
  now: Date.now,
  chance: Math.random,
  onStored: () => void askToBeWoken(workersOf(navigator)),
  report: (error) => reportError(error),
})

/**
 * Reads the outbox and sends due actions whenever that may have become possible: the server is back, a person signs in, the
 * page is shown or focused, another tab changed the outbox, the worker reported the network. Returns a function that stops
 * this.
 */
export const wakeOutbox = (page: Window): (() => void) => {
  const { wake } = deviceOutbox
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORED.outboxMirror) wake()
  }
  /** A page in the background does not probe the server itself; it sends when others find the server back. */
  const onNetwork = () => (canReachServer(connection.get().state) ? wake() : void probe())
  // A page that is hidden may be about to close.
  const onVisibility = () => {
    if (page.document.visibilityState === 'visible') wake()
  }
  const signs = ['pageshow', 'focus', 'online'] as const
  for (const sign of signs) page.addEventListener(sign, wake)
  page.document.addEventListener('visibilitychange', onVisibility)
  page.addEventListener('storage', onStorage)
  let state = connection.get().state
  /** Every answer moves the connection, but only another state of it makes more possible. */
  const onConnection = () => {
    if (connection.get().state === state) return
    state = connection.get().state
    wake()
  }
  const stops = [
    connection.subscribe(onConnection),
    session.state.subscribe(wake),
    sealReady.subscribe(wake),
    wokenByWorker(workersOf(page.navigator), onNetwork),
  ]
  wake()
  return () => {
    for (const sign of signs) page.removeEventListener(sign, wake)
    page.document.removeEventListener('visibilitychange', onVisibility)
    page.removeEventListener('storage', onStorage)
    for (const stop of stops) stop()
  }
}
