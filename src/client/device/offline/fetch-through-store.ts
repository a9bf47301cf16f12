import { answerThroughStore, PROBE } from '#offline/answer-through-store'
import { isPublic } from '#contract/needs'
import { storableAnswerAt } from '#offline/storable-answer'
import { createRequestOrder } from '#offline/late-answers'
import type { Snapshots } from '#offline/snapshots'
import { tokenSubject } from '#offline/token-subject'
import { deviceSnapshots, reportStoreError, whenOwned } from './device-snapshots'
import { lateAnswers } from './hand-over-late'
import { whenIdle } from '../when-idle'

const order = createRequestOrder()

/**
 * Answers a request through the store: by the worker where it controls the page, else, as on a first visit or in a private
 * window, by the page itself.
 */
export const fetchThroughStore = async (request: Request): Promise<Response> => {
  const isOfStore = request.method === 'GET' && !request.headers.has(PROBE)
  const storable = isOfStore ? storableAnswerAt(new URL(request.url)) : null
  if (storable === null) return fetchThere(request, isOfStore)
  const owner = isPublic(storable.answer.endpoint) ? null : tokenSubject(request.headers.get('Authorization'))
  return lateAnswers.consume(owner, storable.scope) ?? fetchThere(request, isOfStore)
}

const fetchThere = async (request: Request, isOfStore: boolean): Promise<Response> => {
  // A request without a token has no owner, so it need not wait until the store has one; nor need a write, such as a sign-out.
  if (isOfStore && request.headers.has('Authorization')) await whenOwned()
  if (navigator.serviceWorker?.controller) return fetch(request)
  const snapshots = await snapshotsOrNull()
  if (snapshots === null) return fetch(request)
  const answer = answerThroughStore(request, {
    snapshots,
    order,
    fetch: (request) => fetch(request),
    onLate: lateAnswers.announce,
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
