import { storableAnswerAt } from './storable-answer'
import type { LateAnswer, RequestOrder } from './late-answers'
import { fetchParticipantsSince } from './participants-since'
import { readThrough } from './read-through'
import type { Snapshots } from './snapshots'
import { tokenSubject } from './token-subject'
import { isPublic } from '#contract/needs'

/** The name of the database with an installation's snapshots. */
export const SNAPSHOTS_NAME = 'equipoise-snapshots'

/** Waits for so many milliseconds. */
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The header of a request that tests the connection. It is never answered from the store. */
export const PROBE = 'X-Probe'

type StoreDependencies = {
  snapshots: Snapshots
  order: RequestOrder
  fetch: (request: Request) => Promise<Response>
  /** Called with the server's answer after a stored one was shown. */
  onLate: (late: LateAnswer) => void
  /** Called when this device could not store or read an answer. */
  onStoreError: (error: unknown) => void
  /** Runs work after the response was sent, and keeps the worker alive until it is done. */
  afterwards: (work: () => Promise<void>) => Promise<void>
  /** Starts work at once, without delaying the response, and keeps the worker alive until it is done. */
  meanwhile: (work: () => Promise<void>) => Promise<void>
}

/**
 * Answers a GET whose answers this device stores, through the store; null for every other request, which goes to the network.
 * Called by the worker, or by the page itself where no worker controls it.
 */
export const answerThroughStore = (
  request: Request,
  { snapshots, fetch, ...listeners }: StoreDependencies,
): Promise<Response> | null => {
  if (request.method !== 'GET' || request.headers.has(PROBE)) return null
  const storable = storableAnswerAt(new URL(request.url))
  const owner = tokenSubject(request.headers.get('Authorization'))
  if (storable === null || (owner === null && !isPublic(storable.answer.endpoint))) return null
  return readThrough(
    {
      snapshots,
      owner: isPublic(storable.answer.endpoint) ? null : owner,
      request: () => fetchParticipantsSince({ snapshots, owner, fetch, wait: sleep }, storable, request),
      requestWhole: () => fetch(withoutTag(request)),
      now: () => Date.now(),
      wait: sleep,
      ...listeners,
    },
    storable,
  )
}

/** The same request, whose answer is never 304. */
const withoutTag = (request: Request): Request => {
  const headers = new Headers(request.headers)
  headers.delete('If-None-Match')
  return new Request(request, { headers, signal: null })
}
