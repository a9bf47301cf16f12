import { deviceStorage, STORED, type DeviceStorage } from '../browser/device-storage'

/** The parts of this installation's request ids: a UUID made once, and a counter. */
export type Installation = { clientId: () => string; nextRequestCount: () => number }

export const installation = (storage: DeviceStorage, makeUuid: () => string): Installation => ({
  clientId: () => {
    const stored = storage.read(STORED.clientId)
    if (stored !== null) return stored
    const made = makeUuid()
    storage.write(STORED.clientId, made)
    return made
  },
  nextRequestCount: () => {
    const sent = Number(storage.read(STORED.requestCounter))
    const next = Number.isSafeInteger(sent) && sent > 0 ? sent + 1 : 1
    storage.write(STORED.requestCounter, String(next))
    return next
  },
})

export const thisInstallation = installation(
  deviceStorage(() => localStorage),
  () => crypto.randomUUID(),
)
