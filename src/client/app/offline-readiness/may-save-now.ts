import type { QueryClient } from '@tanstack/react-query'
import { deviceTraffic } from '../../api/device-traffic'
import { busy } from '../../browser/busy'
import { connection } from '../../device/offline/connection'
import { deviceLock } from '../../session/lock/device-lock'

/** An answer that takes longer, in milliseconds, shows that a person's own requests wait, too. */
const SOON_MS = 1000

/** Whether no person waits for the network or works in a form, and the connection is good and free of charge. */
export const maySaveNow = (client: QueryClient): boolean =>
  document.visibilityState === 'visible' &&
  connection.get().state === 'online' &&
  connection.get().doubts === 0 &&
  (deviceTraffic.get().latest_ms ?? 0) < SOON_MS &&
  !deviceLock.isLocked.get() &&
  !busy.isBusy() &&
  client.isFetching() === 0 &&
  !savesData(navigator)

/** Whether the person's browser is set to save data, where it says so: Safari and Firefox do not. */
const savesData = (browser: object): boolean => {
  const network: unknown = 'connection' in browser ? browser.connection : null
  return typeof network === 'object' && network !== null && 'saveData' in network && network.saveData === true
}
