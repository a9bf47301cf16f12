import { reportOfflineUnlock } from '#contract/offline-unlock'
import { byLock, type OneAtATime } from '#offline/one-at-a-time'
import type { UnlockEvent } from '#offline/unlock-record'
import { thisInstallation } from '../../api/installation'
import { busy } from '../../browser/busy'
import { useStore } from '../../browser/store'
import { whenLeft } from '../../browser/when-left'
import { deviceLock } from '../../session/lock/device-lock'
import { session } from '../../session/this-session'
import { call } from '../call'
import { canReachServer, connection } from '../offline/connection'
import { deviceSnapshots, reportStoreError } from '../offline/device-snapshots'
import { deviceSeals, fetchOutboxKey } from '../outbox/device-seals'
import { createDeviceUnlock } from './create-device-unlock'
import { onceLoaded } from './once-loaded'
import { reportedOf, type Reported } from './report-events'
import { STRETCH_COST, stretchPin } from './stretch-pin'
import type { UnlockView } from './unlock-view'

/** The name of the database with the signed-in person's wrapped keys and unreported events. */
const RECORDS_NAME = 'equipoise-unlock'

/** The first pause before a server that did not answer is asked again, in milliseconds. */
const RETRY_MS = 30_000

const canReach = () => canReachServer(connection.get().state)

const report = async ({
  id,
  event,
  session: session_id,
  performed_at,
  wrong_tries,
}: UnlockEvent): Promise<Reported> => {
  const at = new Date(performed_at).toISOString()
  const body = { device_id: thisInstallation.clientId(), event, session_id, performed_at: at, wrong_tries }
  return reportedOf(await call(reportOfflineUnlock, { body }, { idempotency_key: id }))
}

/** Without the browser's locks, as in old ones, tabs do not wait for each other. */
const alone: OneAtATime = async (work) => {
  if ('locks' in navigator) return byLock(navigator.locks, whenLeft, 'equipoise-unlock')(work)
  await work()
  return true
}

/** The unlock without network of this device. */
export const deviceUnlock = createDeviceUnlock({
  session: session.state,
  lock: deviceLock,
  alone,
  // Loaded on first use, since a first visit does not need the database library.
  records: onceLoaded(async () => (await import('#offline/unlock-records')).openUnlockRecords(RECORDS_NAME)),
  snapshots: deviceSnapshots,
  seals: deviceSeals,
  fetchSecret: fetchOutboxKey,
  retry_ms: RETRY_MS,
  canReach,
  report,
  stretch: stretchPin,
  cost: STRETCH_COST,
  passkeys: onceLoaded(async () =>
    (await import('./passkey')).createPasskeyPrompts({ credentials: navigator.credentials, rpId: location.hostname }),
  ),
  origin: location.origin,
  deviceId: thisInstallation.clientId,
  now: () => Date.now(),
  makeId: () => crypto.randomUUID(),
  isBusy: busy.isBusy,
  dropMemory: () => {
    // Without a worker the page would not open again offline.
    if (navigator.serviceWorker?.controller) location.reload()
  },
  onError: reportStoreError,
})

/** The ways of the signed-in person to unlock this device offline. */
export const useUnlockView = (): UnlockView => useStore(deviceUnlock.view)

/** Whether the pages are not drawn, since a PIN or passkey protects what they would show. */
export const useIsWithheld = (): boolean => useStore(deviceUnlock.isWithheld)

/** Follows the lock, the session and the connection. Returns a function that stops this. */
export const followDeviceUnlock = (): (() => void) => {
  let couldReach = canReach()
  const onConnection = () => {
    const isBack = canReach() && !couldReach
    couldReach = canReach()
    if (isBack) deviceUnlock.goOn()
  }
  const stops = [deviceUnlock.follow(), connection.subscribe(onConnection)]
  return () => {
    for (const stop of stops) stop()
  }
}
