import { reportOfflineUnlock } from '#contract/offline-unlock'
import { byLock, type OneAtATime } from '#offline/one-at-a-time'
import type { PinEvent, PinRecords } from '#offline/pin-records'
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
import { createDeviceUnlock, type PinView } from './create-device-unlock'
import { reportedOf, type Reported } from './report-events'
import { STRETCH_COST, stretchPin } from './stretch-pin'

/** The name of the database with the wrapped key of the signed-in person, and what is not yet reported. */
const PIN_RECORDS_NAME = 'equipoise-unlock'

let opened: Promise<PinRecords> | undefined

const canReach = () => canReachServer(connection.get().state)

const report = async ({ id, event, performed_at, wrong_tries }: PinEvent): Promise<Reported> => {
  const at = new Date(performed_at).toISOString()
  const body = { device_id: thisInstallation.clientId(), event, performed_at: at, wrong_tries }
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
  records: () =>
    (opened ??= import('#offline/pin-records').then(({ openPinRecords }) => openPinRecords(PIN_RECORDS_NAME))),
  snapshots: deviceSnapshots,
  seals: deviceSeals,
  fetchSecret: fetchOutboxKey,
  canReach,
  report,
  stretch: stretchPin,
  cost: STRETCH_COST,
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

/** The PIN of the signed-in person on this device. */
export const usePin = (): PinView => useStore(deviceUnlock.view)

/** Whether the pages are not drawn, since a PIN protects what they would show. */
export const useIsWithheld = (): boolean => useStore(deviceUnlock.isWithheld)

/** Whether this browser can keep a PIN: it needs the browser's cryptography and a database. */
export const canHavePin = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined

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
