import { TOKEN_PLACE } from '#contract/token-place'

/**
 * Everything that this app stores in the browser's local storage. It stores nothing else of a person or a trial: no
 * form, no answer, no allocation (src/specification/offline.md#never-on-the-device).
 */
export const STORED = {
  /** The session's token, as the server issued it; absent while signed out. */
  token: TOKEN_PLACE,
  /** The UUID of this installation, sent with each request. */
  clientId: 'equipoise.client-id',
  /** How many requests this installation has sent. */
  requestCounter: 'equipoise.request-counter',
  /** The unsent actions, by id and author, with the label sealed, so that a lost outbox is noticed. */
  outboxMirror: 'equipoise.outbox',
  /** Whether the browser was asked not to delete the app's data. */
  persistenceRequested: 'equipoise.persistence-asked',
  /** The installation's settings in the frame of a page: names, look, and the warning that it is not for real use. */
  instance: 'equipoise.instance',
  /** Whether the advice to install the app was dismissed. */
  installHintRead: 'equipoise.install-hint-read',
  /** The last reading of the server's clock beside this device's, and when it was made. */
  serverClock: 'equipoise.server-clock',
  /** The latest time that this device's clock has shown since the server's last answer; `Infinity` once it was put back. */
  latestTime: 'equipoise.latest-time',
  /** When the server was lost, in milliseconds since the epoch; absent once it has answered. */
  lostSince: 'equipoise.lost-since',
  /** The provider of the last sign-in on this device, by which the screen is unlocked. */
  provider: 'equipoise.provider',
  /** The person of the session in which this device is locked; absent while it is open. */
  lock: 'equipoise.lock',
  /** The ids of people who declined a PIN or passkey on this device. */
  unlockDeclined: 'equipoise.pin-declined',
  /** When this device was last touched, in milliseconds since the epoch. */
  lastTouch: 'equipoise.last-touch',
  /** After how many minutes without a touch this device is locked, or `never`. */
  lockAfter: 'equipoise.lock-after',
  /** The site of the signed-in person's last randomisation in each trial; deleted at sign-out. */
  lastSites: 'equipoise.last-sites',
  /** The records that the signed-in person last opened from the search, as kinds and ids; deleted at sign-out. */
  recentFinds: 'equipoise.recent-finds',
  /** The ids of people who have switched single keys off. */
  keysOff: 'equipoise.keys-off',
  /** `off` where scans make no sound and no vibration on this device. */
  scanSignals: 'equipoise.scan-signals',
  /** The theme of the signed-in person, where it differs from the device's: Mantine reads it before the first paint. */
  colourScheme: 'mantine-color-scheme-value',
  /** The page size that each person chose, by their id. */
  pageSizes: 'equipoise.page-sizes',
} as const

type StoredKey = (typeof STORED)[keyof typeof STORED]

/** The storage of a few texts by key. */
export type DeviceStorage = {
  read: (key: StoredKey) => string | null
  write: (key: StoredKey, value: string) => void
  remove: (key: StoredKey) => void
  /** Whether the browser refused the last text of this key, which then lives as long as the page. */
  isOnlyInMemory: (key: StoredKey) => boolean
}

/**
 * Local storage where the browser allows it. With a browser that blocks it the app still works: the texts then live as
 * long as the page.
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
    isOnlyInMemory: (key) => memory.has(key),
  }
}
