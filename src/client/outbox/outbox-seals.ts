import { createActionSeal, type ActionSeal } from '#offline/action-seal'
import type { OutboxKeys } from '#offline/outbox-keys'
import type { Session } from '../session/session'
import type { SessionState } from '../session/session-store'
import type { Store } from '../store'

type Dependencies = {
  session: Pick<Store<SessionState>, 'get' | 'subscribe'>
  /** Where the key of the session lies on this device. */
  keys: () => Promise<OutboxKeys>
  /** Fetches the key of whoever is signed in from the server; null where it does not answer. */
  fetchKey: () => Promise<CryptoKey | null>
  /** Called when a session has its seal. */
  onReady: () => void
  /** Told of a key that this device could not store or delete. */
  report: (error: unknown) => void
}

/** The seal of whoever is signed in on this device. */
export type OutboxSeals = {
  /** From memory or this device, without the server; null where nobody is signed in or the key is not here. */
  current: () => Promise<ActionSeal | null>
  /** The same, and otherwise with the key that the server derives again. */
  obtain: () => Promise<ActionSeal | null>
  /** Deletes the key when its session is over, and fetches that of the next. The answer stops following. */
  follow: () => () => void
}

/**
 * The key is fetched again in each session, whatever lies on the device: what somebody planted there between two sessions is never
 * used. Within its session it stays on the device, so that the app can be closed and opened offline.
 */
export const createOutboxSeals = ({ session, keys, fetchKey, onReady, report }: Dependencies): OutboxSeals => {
  let currentSeal: ActionSeal | null = null
  let fetching: { session: string; seal: Promise<ActionSeal | null> } | null = null
  /** Deletions and writes one after the other: what is deleted at a sign-out is not written again behind it. */
  let stored: Promise<void> = Promise.resolve()

  const now = (): Session | null => session.get().session
  const sealOf = ({ id, sub }: Session, key: CryptoKey): ActionSeal | null => {
    const seal = createActionSeal(key, { sub, session: id })
    // Whoever signed out meanwhile has no seal any more.
    if (now()?.id !== id) return null
    currentSeal = seal
    return seal
  }
  const inOrder = (work: (keys: OutboxKeys) => Promise<void>) => {
    // A browser without a database stores no key and no actions either.
    stored = stored.then(keys).then(work).catch(report)
  }

  const current = async (): Promise<ActionSeal | null> => {
    const present = now()
    if (present === null) return null
    if (currentSeal?.session === present.id) return currentSeal
    try {
      const key = await (await keys()).read(present.id)
      return key === null ? null : sealOf(present, key)
    } catch (error) {
      report(error)
      return null
    }
  }

  const fetched = async (present: Session): Promise<ActionSeal | null> => {
    const key = await fetchKey()
    const seal = key === null ? null : sealOf(present, key)
    if (key === null || seal === null) return null
    inOrder(async (place) => {
      if (now()?.id === present.id) await place.write(present.id, key)
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
