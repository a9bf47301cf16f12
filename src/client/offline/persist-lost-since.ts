import { STORED, type DeviceStorage } from '../device-storage'
import type { Store } from '../store'
import { canReachServer, type Connection } from './connection'

/**
 * Keeps on this device since when the server cannot be reached, so that a page that is loaded again says the same; and forgets it as soon as
 * the server answers. The answer stops that.
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
