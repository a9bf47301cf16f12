import { API_MARK } from '#contract/api-address'
import { opaqueTag } from '#contract/entity-tag'
import { storedFieldsOf } from '#contract/stored-answers'
import type { StorableAnswer } from './storable-answer'
import { lateAnswerOf, mayHaveBody, type LateAnswer, type PendingRequest, type RequestOrder } from './late-answers'
import type { Owner, Snapshots } from './snapshots'
import type { Snapshot } from './stored-row'

/** The header of a stored answer: when the server gave it, as an instant. */
export const AS_OF = 'X-As-Of'

/**
 * How long the network is waited for before a stored answer is shown, and how long after that its answer may still replace it.
 */
const PATIENCE_MS = 1000
const REPLACES_WITHIN_MS = 8000

/** The dependencies of reading through the store. */
export type ReadDependencies = {
  snapshots: Snapshots
  /** The token's `sub`, or null where the call carries no token. */
  owner: Owner
  /** Requests the answer from the server. */
  request: () => Promise<Response>
  /** Requests the whole answer, where the server said that the page has it but this device has not stored it. */
  requestWhole: () => Promise<Response>
  order: RequestOrder
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Called with the server's answer after the stored one was returned; queries that have that take it. */
  onLate: (late: LateAnswer) => void
  /** Called when this device could not store or read an answer. */
  onStoreError: (error: unknown) => void
  /** Runs work after the response was sent, and keeps the worker or page alive until it is done. */
  afterwards: (work: () => Promise<void>) => Promise<void>
  /** Starts work at once, without delaying the response, and keeps the worker or page alive until it is done. */
  meanwhile: (work: () => Promise<void>) => Promise<void>
}

/**
 * Network first. If no full response arrives within a second, returns the stored one with its age. A 403 or 404 deletes the
 * stored data first.
 */
export const readThrough = (dependencies: ReadDependencies, storable: StorableAnswer): Promise<Response> => {
  const pendingRequest = dependencies.order.begin(dependencies.owner, storable.scope)
  const sent = { pendingRequest, requestedAt: dependencies.now() }
  return pendingRequest.during(() => answered(dependencies, storable, sent))
}

type SentRequest = { pendingRequest: PendingRequest; requestedAt: number }

const answered = async (
  dependencies: ReadDependencies,
  storable: StorableAnswer,
  sent: SentRequest,
): Promise<Response> => {
  const { during } = sent.pendingRequest
  const response = during(() => fetchAndStore(dependencies, storable, sent))
  const first = await Promise.race([isAnswered(response), dependencies.wait(PATIENCE_MS).then(() => null)])
  if (first === true) return await response
  const stored = await readStored(dependencies, storable)
  // Without a stored answer the network's response is returned: late, foreign or none.
  if (stored === null) return await response
  if (first === null)
    void dependencies.meanwhile(() => during(() => handOverLate(dependencies, storable, { response, ...sent })))
  return answerFrom(stored)
}

/** Fetches the answer with its whole body; its storable fields are stored afterwards. */
const fetchAndStore = async (
  dependencies: ReadDependencies,
  storable: StorableAnswer,
  { pendingRequest, requestedAt }: SentRequest,
): Promise<Response> => {
  const response = await dependencies.request()
  if (!isOfServer(response)) return response
  const { status, statusText, headers } = response
  const body = await response.arrayBuffer()
  const isWithheld = status === 403 || status === 404
  const version = opaqueTag(headers.get('ETag'))
  if (status === 304 && pendingRequest.acceptAnswer()) {
    void dependencies.afterwards(() =>
      reportingStoreErrors(dependencies, () => confirmStored(dependencies, storable, { requestedAt, version })),
    )
  }
  if ((response.ok || isWithheld) && pendingRequest.acceptAnswer()) {
    if (isWithheld) await reportingStoreErrors(dependencies, () => deleteStored(dependencies, storable))
    else
      void dependencies.afterwards(() =>
        reportingStoreErrors(dependencies, () =>
          // As of the request, not of the response: the answer may lack anything that happened in between.
          store(dependencies, storable, { as_of: requestedAt, body, version }),
        ),
      )
  }
  return new Response(mayHaveBody(status) ? body : null, { status, statusText, headers })
}

/** Whether the server itself answered; false also where there was no answer. */
const isAnswered = (response: Promise<Response>): Promise<boolean> => response.then(isOfServer, () => false)

const isOfServer = ({ headers, status }: Response): boolean =>
  headers.get(API_MARK.name) === API_MARK.value && !AWAY.includes(status)

/** Statuses of a gateway, or of a server that is stopping. */
const AWAY = [502, 503, 504]

/** A device that cannot store an answer, without space or permission, still shows it. */
const reportingStoreErrors = async ({ onStoreError }: ReadDependencies, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    onStoreError(error)
  }
}

const readStored = async (
  { snapshots, owner, onStoreError }: ReadDependencies,
  { scope }: StorableAnswer,
): Promise<Snapshot | null> => {
  try {
    return await snapshots.read(owner, scope)
  } catch (error) {
    onStoreError(error)
    return null
  }
}

const deleteStored = async (
  { snapshots, owner, now }: ReadDependencies,
  { trial_id }: StorableAnswer,
): Promise<void> => {
  if (trial_id !== null) await snapshots.deleteTrial(owner, trial_id, now())
}

/**
 * The page has the server's answer already. The stored one is of this time too if it is the same; else the whole answer is fetched.
 */
const confirmStored = async (
  dependencies: ReadDependencies,
  storable: StorableAnswer,
  { requestedAt, version }: { requestedAt: number; version: string | null },
): Promise<void> => {
  const { snapshots, owner, now } = dependencies
  if (await snapshots.confirm(owner, storable, requestedAt, version)) return
  const as_of = now()
  // Without an answer the stored one stays as old as it is, and the next request tries again.
  const response = await dependencies.requestWhole().catch(() => null)
  if (response === null || !isOfServer(response) || !response.ok) return
  const { headers } = response
  await store(dependencies, storable, {
    as_of,
    body: await response.arrayBuffer(),
    version: opaqueTag(headers.get('ETag')),
  })
}

type Answered = { as_of: number; body: ArrayBuffer; version: string | null }

const store = async (
  { snapshots, owner }: ReadDependencies,
  storable: StorableAnswer,
  { as_of, body, version }: Answered,
): Promise<void> => {
  const answer: unknown = JSON.parse(new TextDecoder().decode(body))
  const storableBody: unknown = storedFieldsOf(storable.answer, answer)
  if (storableBody !== null) await snapshots.store(owner, storable, as_of, storableBody, version)
}

const handOverLate = async (
  dependencies: ReadDependencies,
  { scope }: StorableAnswer,
  { response, pendingRequest, requestedAt }: SentRequest & { response: Promise<Response> },
): Promise<void> => {
  const late = await Promise.race([isAnswered(response), dependencies.wait(REPLACES_WITHIN_MS).then(() => false)])
  // The response to an older request may be older than a write since; the newer request brings its own.
  if (!late || !pendingRequest.isNewest()) return
  dependencies.onLate(await lateAnswerOf({ owner: dependencies.owner, scope }, await response, requestedAt))
}

const answerFrom = ({ as_of, body }: Snapshot): Response =>
  new Response(JSON.stringify(body), {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      [API_MARK.name]: API_MARK.value,
      [AS_OF]: new Date(as_of).toISOString(),
    },
  })
