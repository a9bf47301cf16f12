import { SNAPSHOTS_NAME } from '#offline/answer-through-store'
import type { Snapshots } from '#offline/snapshots'
import { deviceTraffic, withoutPutBack } from '../../api/device-traffic'
import { createStore, type Store } from '../../browser/store'
import type { SessionState } from '../../session/session-store'

let opened: Promise<Snapshots> | undefined

/**
 * The store of the server's answers on this device, shared with the worker. Loaded on first use, since a first visit does not
 * need the database library.
 */
export const deviceSnapshots = (): Promise<Snapshots> =>
  (opened ??= import('#offline/snapshots').then(({ openSnapshots }) => openSnapshots(SNAPSHOTS_NAME)))

let owned: Promise<void> = Promise.resolve()

/** Resolves when the store belongs to the signed-in person, or to nobody; never rejects. */
export const whenOwned = (): Promise<void> => owned

/**
 * Gives the store to the signed-in person, and empties it when their session ends, also in another tab or while the app was
 * closed. Returns a function that stops this.
 */
export const followSnapshotOwner = (session: Store<SessionState>): (() => void) => {
  const follow = (since?: number) => {
    const sub = session.get().session?.sub ?? null
    owned = owned
      .then(deviceSnapshots)
      .then((snapshots) => (sub === null ? snapshots.wipe(since).then(forgetPutBack) : snapshots.begin(sub)))
      // A browser without a database stores nothing.
      .catch(reportStoreError)
  }
  // Requests of this page were made without an earlier session, so their answers may stay.
  follow(performance.timeOrigin)
  return session.subscribe(() => follow())
}

/** Once no answer of before is left: otherwise a clock that was a year ahead makes each list look a year older, for a year. */
const forgetPutBack = (): void => deviceTraffic.set(withoutPutBack(deviceTraffic.get()))

/** The last reason since the page was loaded why an answer could not be stored, or null. */
export const lastStoreError = createStore<string | null>(null)

export const reportStoreError = (error: unknown): void => lastStoreError.set(String(error))
