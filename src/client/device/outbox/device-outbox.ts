import { byLock } from '#offline/one-at-a-time'
import { call, probe } from '../call'
import { connection, canReachServer } from '../offline/connection'
import { session } from '../../session/this-session'
import { deviceStorage } from '../../browser/device-storage'
import { whenLeft } from '../../browser/when-left'
import { deviceSnapshots, reportStoreError } from '../offline/device-snapshots'
import { createDeviceOutbox } from './create-device-outbox'
import { deleteTrialIfWithdrawn } from './delete-trial-if-withdrawn'
import { deviceSeals, sealReady } from './device-seals'
import { outboxMirror } from './outbox-mirror'
import { sendAction } from './send-action'
import { askToBeWoken, wokenByWorker, workersOf } from './wake-by-worker'

/** The name of the database with an installation's outbox. */
export const OUTBOX_NAME = 'equipoise-outbox'

const sub = () => session.state.get().session?.sub ?? null

/** The outbox of this device. */
export const deviceOutbox = createDeviceOutbox({
  database_name: OUTBOX_NAME,
  mirror: outboxMirror(deviceStorage(() => localStorage)),
  sub,
  seals: deviceSeals,
  canSend: () => canReachServer(connection.get().state),
  send: (action) => sendAction(call, action),
  deleteTrialIfWithdrawn: (trialId) =>
    deleteTrialIfWithdrawn({ call, sub, snapshots: deviceSnapshots, onStoreError: reportStoreError }, trialId),
  oneAtATime: (work) => byLock(navigator.locks, whenLeft)(work),
  now: () => Date.now(),
  chance: Math.random,
  onStored: () => void askToBeWoken(workersOf(navigator)),
  report: (error) => reportError(error),
})

/**
 * Calls `wake`, which sends due actions, now and whenever that may be possible: the server is back, a person signs in,
 * the page is shown or focused, the worker reported the network. The outbox itself notices actions stored in any tab.
 * Returns a function that stops this.
 */
export const wakeOutbox = (page: Window, wake: () => void): (() => void) => {
  /** A page in the background does not probe the server itself; it sends when others find the server back. */
  const onNetwork = () => (canReachServer(connection.get().state) ? wake() : void probe())
  // A page that is hidden may be about to close.
  const onVisibility = () => {
    if (page.document.visibilityState === 'visible') wake()
  }
  const signs = ['pageshow', 'focus', 'online'] as const
  for (const sign of signs) page.addEventListener(sign, wake)
  page.document.addEventListener('visibilitychange', onVisibility)
  let state = connection.get().state
  /** Every answer changes the connection, but only another state makes more possible. */
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
    for (const stop of stops) stop()
  }
}
