import { STORED, type DeviceStorage } from '../../browser/device-storage'
import type { Store } from '../../browser/store'
import { canReachServer, type Connection } from './connection'

/**
 * Stores since when the server cannot be reached, so that a reloaded page shows the same, and deletes it when the server
 * answers. Returns a function that stops this.
 */
export const persistLostSince = (storage: DeviceStorage, connection: Store<Connection>): (() => void) => {
  const lost = Number(storage.read(STORED.lostSince) ?? Number.NaN)
  if (Number.isFinite(lost)) connection.set({ ...connection.get(), lost_since: lost })
  return connection.subscribe(() => {
    const { state, since, lost_since } = connection.get()
    if (!canReachServer(state)) storage.write(STORED.lostSince, String(since))
    else if (lost_since === undefined) storage.remove(STORED.lostSince)
  })
}
