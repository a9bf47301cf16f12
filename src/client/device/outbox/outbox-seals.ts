import { createActionSeal, type ActionSeal } from '#offline/action-seal'
import type { OutboxKeys } from '#offline/outbox-keys'
import type { Session } from '../../session/session'
import type { SessionState } from '../../session/session-store'
import type { Store } from '../../browser/store'

type Dependencies = {
  session: Pick<Store<SessionState>, 'get' | 'subscribe'>
  /** Opens the store of the session's key on this device. */
  keys: () => Promise<OutboxKeys>
  /** Fetches the key of the signed-in person; null where the server does not answer. */
  fetchKey: () => Promise<CryptoKey | null>
  /** Whether a fetched key may be stored: never while the device is locked. */
  mayStore: () => boolean
  /** Called when a session gets, changes or loses its seal. */
  onReady: () => void
  /** Called when this device could not store or delete a key. */
  report: (error: unknown) => void
}

/** The seal of the signed-in person on this device. */
export type OutboxSeals = {
  /** The seal from memory or this device, without the server; null where nobody is signed in or the key is not here. */
  current: () => Promise<ActionSeal | null>
  /** The same, or else with the key from the server. */
  obtain: () => Promise<ActionSeal | null>
  /** Stores the person's key, which their PIN or passkey has opened, for the session. */
  adopt: (key: CryptoKey) => Promise<void>
  /**
   * Deletes the key, in memory and on this device: the device is locked and only its person opens it again. Rejects where it
   * could not be deleted.
   */
  deleteKey: () => Promise<void>
  /** Deletes the key when its session ends, and fetches that of the next. Returns a function that stops this. */
  follow: () => () => void
}

/**
 * Fetches the key again in each session and ignores a stored one of another: a key planted between two sessions is never used.
 * During its session the key is stored, so that the app can be closed and opened offline.
 */
export const createOutboxSeals = ({
  session,
  keys,
  fetchKey,
  mayStore,
  onReady,
  report,
}: Dependencies): OutboxSeals => {
  let currentSeal: ActionSeal | null = null
  /** How often the key was deleted. A seal that was being read meanwhile is dropped. */
  let deletions = 0
  let fetching: { session: string; seal: Promise<ActionSeal | null> } | null = null
  let reading: { session: string; deletions: number; seal: Promise<ActionSeal | null> } | null = null
  /** Writes and deletions run one after the other, so that a key is not written again after its sign-out. */
  let stored: Promise<void> = Promise.resolve()

  const now = (): Session | null => session.get().session
  const sealOf = ({ id, sub }: Session, key: CryptoKey): ActionSeal | null => {
    const seal = createActionSeal(key, { sub, session: id })
    // The person has signed out meanwhile.
    if (now()?.id !== id) return null
    currentSeal = seal
    return seal
  }
  const inOrder = (work: (keys: OutboxKeys) => Promise<void>) => {
    // A browser without a database stores no key and no actions either.
    stored = stored.then(keys).then(work).catch(report)
  }

  /** All who ask at once get one seal: rows that were opened are remembered for the seal that opened them. */
  const current = async (): Promise<ActionSeal | null> => {
    const present = now()
    if (present === null) return null
    if (currentSeal?.session === present.id) return currentSeal
    if (reading?.session !== present.id || reading.deletions !== deletions) {
      const seal = readFromDevice(present).finally(() => {
        if (reading?.seal === seal) reading = null
      })
      reading = { session: present.id, deletions, seal }
    }
    return reading.seal
  }
  const readFromDevice = async (present: Session): Promise<ActionSeal | null> => {
    const before = deletions
    try {
      const key = await (await keys()).read(present.id)
      // It may have been fetched meanwhile.
      if (currentSeal?.session === present.id) return currentSeal
      return key === null || deletions !== before ? null : sealOf(present, key)
    } catch (error) {
      report(error)
      return null
    }
  }

  const fetched = async (present: Session): Promise<ActionSeal | null> => {
    const key = await fetchKey()
    return key === null ? null : storeKey(present, key, mayStore)
  }
  const storeKey = async (present: Session, key: CryptoKey, isStorable: () => boolean): Promise<ActionSeal | null> => {
    const seal = sealOf(present, key)
    if (seal === null) return null
    inOrder(async (place) => {
      if (now()?.id === present.id && isStorable()) await place.write(present.id, key)
    })
    await stored
    onReady()
    return seal
  }

  const obtain = async (): Promise<ActionSeal | null> => {
    const present = now()
    const seal = await current()
    if (seal !== null || present === null) return seal
    if (fetching?.session !== present.id) {
      const seal = fetched(present).finally(() => {
        if (fetching?.seal === seal) fetching = null
      })
      fetching = { session: present.id, seal }
    }
    return fetching.seal
  }

  return {
    current,
    obtain,
    adopt: async (key) => {
      const present = now()
      if (present === null) return
      await storeKey(present, key, () => true)
    },
    deleteKey: async () => {
      currentSeal = null
      deletions += 1
      const deleted = stored.then(keys).then((place) => place.deleteOthers(null))
      stored = deleted.catch(report)
      await stored
      onReady()
      await deleted
    },
    follow: () => {
      const follow = () => {
        const id = now()?.id ?? null
        if (currentSeal?.session !== id) currentSeal = null
        inOrder((place) => place.deleteOthers(now()?.id ?? null))
        if (id !== null) void obtain()
      }
      follow()
      return session.subscribe(follow)
    },
  }
}
