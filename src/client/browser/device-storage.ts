import { TOKEN_PLACE } from '#contract/token-place'

/**
 * Everything that this app keeps in the browser's local storage. Nothing else of a person or a trial is stored: no
 * form, no answer, no allocation (src/specification/offline.md#never-on-the-device).
 */
export const STORED = {
  /** The session's token, as the server issued it; its absence is being signed out. */
  token: TOKEN_PLACE,
  /** The UUID of this installation, sent with each request. */
  clientId: 'equipoise.client-id',
  /** How many requests this installation has sent. */
  requestCounter: 'equipoise.request-counter',
  /** What waits in the outbox, by id and author, with its label sealed, so that a lost outbox is noticed. */
  outboxMirror: 'equipoise.outbox',
  /** That the browser was asked to keep what is stored here. */
  persistenceRequested: 'equipoise.persistence-asked',
  /** What the frame of a page shows of the installation: its names, its look, and whether it warns of not being for real use. */
  instance: 'equipoise.instance',
  /** That somebody has read how to install the app. */
  installHintRead: 'equipoise.install-hint-read',
  /** How far the server's clock was ahead of this device's when it was last heard, and when that was. */
  serverClock: 'equipoise.server-clock',
  /** Since when the server cannot be reached, in milliseconds since the epoch; its absence is that it answered last. */
  lostSince: 'equipoise.lost-since',
  /** The provider by which somebody last signed in here: where who unlocks the screen is sent. */
  provider: 'equipoise.provider',
  /** Whose session this device is locked in; its absence is being open. */
  lock: 'equipoise.lock',
  /** Who does not want to be offered a PIN or passkey on this device again, by their ids. */
  unlockDeclined: 'equipoise.pin-declined',
  /** When this device was last touched, in milliseconds since the epoch. */
  lastTouch: 'equipoise.last-touch',
  /** After how many minutes without a touch this device is locked, or `never`. */
  lockAfter: 'equipoise.lock-after',
  /** At which site the person who is signed in last randomised in each trial; deleted at sign-out. */
  lastSites: 'equipoise.last-sites',
  /** What the person who is signed in last opened from the search, as kinds and ids; deleted at sign-out. */
  recentFinds: 'equipoise.recent-finds',
  /** Whose single keys are switched off, by their ids. */
  keysOff: 'equipoise.keys-off',
  /** `off` where scans make no sound and no vibration on this device. */
  scanSignals: 'equipoise.scan-signals',
  /** The theme of the person who is signed in, where it is not the device's: Mantine reads it before the first paint. */
  colourScheme: 'mantine-color-scheme-value',
  /** How many rows of a list each person chose to see on a page, by their id. */
  pageSizes: 'equipoise.page-sizes',
} as const

type StoredKey = (typeof STORED)[keyof typeof STORED]

/** Where the app remembers its few words. */
export type DeviceStorage = {
  read: (key: StoredKey) => string | null
  write: (key: StoredKey, value: string) => void
  remove: (key: StoredKey) => void
}

/**
 * Local storage where the browser allows it. A browser that blocks it still signs in and works: what would have been
 * stored then lives as long as the page.
 */
export const deviceStorage = (local: () => Storage): DeviceStorage => {
  const memory = new Map<StoredKey, string>()
  const attempt = <Value>(use: (storage: Storage) => Value, otherwise: Value): Value => {
    try {
      return use(local())
    } catch {
      return otherwise
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null) ?? memory.get(key) ?? null,
    write: (key, value) => {
      const stored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (stored) memory.delete(key)
      else memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
  }
}
