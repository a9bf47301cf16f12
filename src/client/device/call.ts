import { getAppInstance } from '#contract/app-instance'
import { createCall, type CallDependencies } from '../api/create-call'
import { notingAnswers } from '../api/device-traffic'
import { fetchWithUploadProgress } from '../api/fetch-with-upload-progress'
import { thisInstallation } from '../api/installation'
import { raise } from '../api/raised-failure'
import { busy } from '../browser/busy'
import { deviceStorage, STORED } from '../browser/device-storage'
import { repeatAfterSignIn } from '../session/fresh-sign-in/repeat-after-sign-in'
import { askToSignInAgain } from '../session/fresh-sign-in/sign-in-question'
import { idleSeconds } from '../session/idle-seconds'
import { session } from '../session/this-session'
import { connection, connectionAfter } from './offline/connection'
import { PROBE_TIMEOUT_MS } from './offline/connection-monitor'
import { fetchThroughStore } from './offline/fetch-through-store'

const storage = deviceStorage(() => localStorage)

const ways: Omit<CallDependencies, 'session'> = {
  origin: location.origin,
  installation: thisInstallation,
  fetch: notingAnswers(fetchThroughStore, () => Date.now()),
  fetchWithUploadProgress: (onSent) => notingAnswers(fetchWithUploadProgress(onSent), () => Date.now()),
  observe: (evidence) => connection.set(connectionAfter(connection.get(), evidence)),
  holdWhileSending: () => busy.hold('sending'),
  now: () => Date.now(),
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
  currentPerson: () => session.state.get().session?.sub ?? null,
  makeKey: ways.makeKey,
})

/**
 * Calls the API with the token of a session that is no longer this browser's. The answers do not change the present session.
 */
export const callWith = (token: string) =>
  createCall({ ...ways, session: { token: () => token, renew: () => {}, refuse: () => {} } })

/** Tests whether the server answers. */
export const probe = () => call(getAppInstance, {}, { is_probe: true, timeout_ms: PROBE_TIMEOUT_MS })
