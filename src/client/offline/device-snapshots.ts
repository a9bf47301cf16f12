import { SNAPSHOTS_NAME } from '#offline/answer-through-store'
import type { Snapshots } from '#offline/snapshots'
import { createStore, type Store } from '../store'
import type { SessionState } from '../session/session-store'

let opened: Promise<Snapshots> | undefined

/**
 * What this device keeps of the server's answers; the worker opens the same. The library of the database is no part of what a first
 * visit waits for.
 */
export const deviceSnapshots = (): Promise<Snapshots> =>
  (opened ??= import('#offline/snapshots').then(({ openSnapshots }) => openSnapshots(SNAPSHOTS_NAME)))

let owned: Promise<void> = Promise.resolve()

/** Resolves when the store belongs to whoever is signed in, or to nobody; rejects never. */
export const whenOwned = (): Promise<void> => owned

/**
 * Gives the store to the person who is signed in, and empties it when their session is over, also one that ended in another tab
 * or while the app was closed. The answer stops following.
 */
export const followSnapshotOwner = (session: Store<SessionState>): (() => void) => {
  const follow = (since?: number) => {
    const sub = session.get().session?.sub ?? null
    owned = owned
      .then(deviceSnapshots)
      .then((snapshots) => (sub === null ? snapshots.wipe(since) : snapshots.begin(sub)))
      // A browser without a database keeps nothing, so there is nothing to own.
      .catch(reportStoreError)
  }
  // What this page has asked for already is of no session before it.
  follow(performance.timeOrigin)
  return session.subscribe(() => follow())
}

/** Why an answer could not be stored for times without a connection: the last one since the page was loaded, or null. */
export const lastStoreError = createStore<string | null>(null)

export const reportStoreError = (error: unknown): void => lastStoreError.set(String(error))
