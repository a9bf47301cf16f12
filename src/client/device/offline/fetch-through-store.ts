import { answerThroughStore, PROBE, sleep } from '#offline/answer-through-store'
import { storableAnswerAt } from '#offline/storable-answer'
import { createLateAnswers, LATE_REQUEST_HEADER } from '#offline/late-answers'
import { AS_OF } from '#offline/read-through'
import type { Snapshots } from '#offline/snapshots'
import { deviceSnapshots, reportStoreError, whenOwned } from './device-snapshots'
import { createFresherAnswers } from './fresher-answers'
import { whenIdle } from '../when-idle'

/** The stored answers that this page shows, and those that have become outdated. */
export const fresherAnswers = createFresherAnswers(Date.now)
const late = createLateAnswers(sleep)

/**
 * Answers a request through the store: by the worker where it controls the page, else, as on a first visit or in a private
 * window, by the page itself.
 */
export const fetchThroughStore = async (request: Request): Promise<Response> => {
  const isOfStore = request.method === 'GET' && !request.headers.has(PROBE)
  const storable = isOfStore ? storableAnswerAt(new URL(request.url)) : null
  if (storable === null) return fetchThere(request)
  const isLateRequested = fresherAnswers.consumeLateRequest(storable.scope)
  const response = await fetchThere(isLateRequested ? takingLate(request) : request)
  fresherAnswers.answered(storable.scope, response.headers.has(AS_OF))
  return response
}

const takingLate = (request: Request): Request => {
  const repeatable = new Request(request)
  repeatable.headers.set(LATE_REQUEST_HEADER, '1')
  return repeatable
}

const fetchThere = async (request: Request): Promise<Response> => {
  // A request without a token has no owner, so it need not wait until the store has one.
  if (request.headers.has('Authorization')) await whenOwned()
  if (navigator.serviceWorker?.controller) return fetch(request)
  const snapshots = await snapshotsOrNull()
  if (snapshots === null) return fetch(request)
  const answer = answerThroughStore(request, {
    snapshots,
    late,
    fetch: (request) => fetch(request),
    onFresher: fresherAnswers.announce,
    onStoreError: reportStoreError,
    afterwards: atLeisure,
    meanwhile: (work) => work(),
  })
  return answer ?? fetch(request)
}

/**
 * Runs work when the page has rendered its content: storing a long list takes a while. The browser is also idle between an
 * answer and its rendering, so a delay comes first.
 */
const atLeisure = async (work: () => Promise<void>): Promise<void> => {
  await new Promise((resolve) => {
    setTimeout(resolve, DRAWN_AFTER_MS)
  })
  await whenIdle()
  await work()
}

const DRAWN_AFTER_MS = 700

/** The store, or null where its code could not be loaded: then the network alone answers. */
const snapshotsOrNull = async (): Promise<Snapshots | null> => {
  try {
    return await deviceSnapshots()
  } catch (error) {
    reportStoreError(error)
    return null
  }
}
