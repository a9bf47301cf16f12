import { storableAnswerAt } from './storable-answer'
import { LATE_REQUEST_HEADER, type LateAnswers } from './late-answers'
import { fetchParticipantsSince } from './participants-since'
import { readThrough } from './read-through'
import type { Snapshots } from './snapshots'
import { tokenSubject } from './token-subject'
import { isPublic } from '#contract/needs'

/** The name under which the snapshots of an installation are stored. */
export const SNAPSHOTS_NAME = 'equipoise-snapshots'

/** Lets so many milliseconds pass. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A question about the connection itself, never answered from the store. */
export const PROBE = 'X-Probe'

type StoreDependencies = {
  snapshots: Snapshots
  late: LateAnswers
  fetch: (request: Request) => Promise<Response>
  /** Told when the server answered after what is stored was shown. */
  onFresher: (scope: string) => void
  /** Told why this device could not keep or read an answer. */
  onStoreError: (error: unknown) => void
  /** Does what need not be waited for, and keeps the worker alive until it is done. */
  afterwards: (work: () => Promise<void>) => Promise<void>
  /** Does at once what the answer does not wait for, and keeps the worker alive until it is done. */
  meanwhile: (work: () => Promise<void>) => Promise<void>
}

/**
 * The answer to a GET whose answers this device keeps, through the store; null for every other request, which goes to the server
 * or fails. The worker answers so, and the page itself where no worker controls it.
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
      ask: () => fetchParticipantsSince({ snapshots, owner, fetch, wait: sleep }, storable, request),
      isLateRequested: request.headers.has(LATE_REQUEST_HEADER),
      now: Date.now,
      wait: sleep,
      ...listeners,
    },
    storable,
  )
}
