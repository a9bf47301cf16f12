import { answerThroughStore } from '#offline/answer-through-store'
import type { Snapshots } from '#offline/snapshots'
import { deviceSnapshots, reportUnkept, whenOwned } from './device-snapshots'

/**
 * Takes a request to its answer. Where a worker controls the page, it is the worker that reads through the store; elsewhere, as
 * on a first visit or in a private window, the page does the same by itself.
 */
export const fetchThroughStore = async (request: Request): Promise<Response> => {
  // What is asked for without a token is nobody's, so it need not wait until the store is somebody's.
  if (request.headers.has('Authorization')) await whenOwned()
  if (navigator.serviceWorker?.controller) return fetch(request)
  const snapshots = await snapshotsOrNull()
  if (snapshots === null) return fetch(request)
  const answer = answerThroughStore(request, {
    snapshots,
    fetch: (asked) => fetch(asked),
    onFresher: announceFresher,
    onUnkept: reportUnkept,
    outlive: () => {},
  })
  return answer ?? fetch(request)
}

/** The store, or null where its program could not be loaded: then the network alone answers. */
const snapshotsOrNull = async (): Promise<Snapshots | null> => {
  try {
    return await deviceSnapshots()
  } catch (error) {
    reportUnkept(error)
    return null
  }
}

const listeners = new Set<(scope: string) => void>()
const announceFresher = (scope: string): void => listeners.forEach((listener) => listener(scope))

/** Tells when an answer came after what is stored was shown; the answer stops telling. */
export const onFresherAnswer = (listener: (scope: string) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
