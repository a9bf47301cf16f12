import { getAppInstance } from '#contract/app-instance'
import { busy } from '../device/busy-registry'
import { deviceStorage, STORED } from '../device/device-storage'
import { deviceTraffic, notingAnswers } from '../device/diagnostics/device-traffic'
import { connectionAfter, initialConnection, type Connection } from '../device/offline/connection'
import { fetchThroughStore } from '../device/offline/fetch-through-store'
import { PROBE_TIMEOUT_MS } from '../device/offline/connection-monitor'
import { timeAtLeast } from '../device/offline/server-clock'
import { repeatAfterSignIn } from '../session/fresh-sign-in/repeat-after-sign-in'
import { askToSignInAgain } from '../session/fresh-sign-in/sign-in-question'
import { idleSeconds } from '../session/idle-seconds'
import { createSessionStore } from '../session/session-store'
import { createStore } from '../device/store'
import { createCall, type CallDependencies } from './create-call'
import { fetchWithUploadProgress } from './fetch-with-upload-progress'
import { installation } from './installation'
import { raise } from './raised-failure'

const storage = deviceStorage(() => localStorage)

/** The time by which a session expires, in milliseconds since the epoch. */
export const sessionNow = (): number =>
  timeAtLeast(deviceTraffic.get().clock, { now: Date.now(), steady: performance.now() })

/** The browser's session. */
export const session = createSessionStore(storage, sessionNow)

/** The state of the connection to the server, by the evidence of real answers. */
export const connection = createStore<Connection>(initialConnection(Date.now()))

export const thisInstallation = installation(storage, () => crypto.randomUUID())

const ways: Omit<CallDependencies, 'session'> = {
  origin: location.origin,
  installation: thisInstallation,
  fetch: notingAnswers(fetchThroughStore, Date.now),
  fetchWithUploadProgress: (onSent) => notingAnswers(fetchWithUploadProgress(onSent), Date.now),
  observe: (evidence) => connection.set(connectionAfter(connection.get(), evidence)),
  holdWhileSending: () => busy.hold('sending'),
  now: Date.now,
  idleSeconds: () => idleSeconds(storage.read(STORED.lastTouch), Date.now()),
  makeKey: () => crypto.randomUUID(),
}

const callOnce = createCall({
  ...ways,
  session: {
    token: session.token,
    renew: session.renew,
    refuse: (sent, failure) => {
      if (session.refuse(sent)) raise(failure)
    },
  },
})

/** Calls the API of the server of this page; where a write needs a fresh sign-in, asks the person for one. */
export const call = repeatAfterSignIn(callOnce, {
  askToSignInAgain,
  whose: () => session.state.get().session?.sub ?? null,
  makeKey: ways.makeKey,
})

/**
 * Calls the API with the token of a session that is no longer this browser's. The answers do not change the present session.
 */
export const callWith = (token: string) =>
  createCall({ ...ways, session: { token: () => token, renew: () => {}, refuse: () => {} } })

/** Tests whether the server answers. */
export const probe = () => call(getAppInstance, {}, { is_probe: true, timeout_ms: PROBE_TIMEOUT_MS })
