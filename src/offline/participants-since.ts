import { API_MARK } from '#contract/api-address'
import { getParticipantsSnapshot } from '#contract/participant-actions'
import {
  isSnapshotVersion,
  readParticipants,
  readStoredParticipants,
  type StoredParticipant,
} from '#contract/stored-answers'
import type { StorableAnswer } from './storable-answer'
import type { Owner, Snapshots } from './snapshots'

/** The dependencies of a fetch. */
export type FetchDependencies = {
  snapshots: Pick<Snapshots, 'read'>
  owner: Owner
  fetch: (request: Request) => Promise<Response>
  wait: (milliseconds: number) => Promise<void>
}

/** How long the store is waited for, in milliseconds: after that the whole list is fetched, which is faster. */
const STORE_PATIENCE_MS = 500

/**
 * Fetches an answer. Where this device has a version of a trial's participants, only those who changed since are fetched, and
 * the whole list is returned. Where the server cannot find the changes, it answers the whole list.
 */
export const fetchParticipantsSince = async (
  dependencies: FetchDependencies,
  storable: StorableAnswer,
  request: Request,
): Promise<Response> => {
  if (storable.answer.endpoint !== getParticipantsSnapshot) return dependencies.fetch(request)
  const base = await baseOf(dependencies, storable)
  if (base === null) return dependencies.fetch(request)
  const address = new URL(request.url)
  address.searchParams.set('since', base.version)
  const response = await dependencies.fetch(new Request(address, request))
  // A server before this version does not know the parameter.
  if (NOT_UNDERSTOOD.includes(response.status)) return dependencies.fetch(request)
  if (!response.ok || response.headers.get(API_MARK.name) !== API_MARK.value) return response
  const { status, statusText, headers } = response
  const text = await response.text()
  const answer = readParticipants(JSON.parse(text))
  if (answer?.since === undefined) return new Response(text, { status, statusText, headers })
  if (answer.since !== base.version) return dependencies.fetch(request)
  const data = withChanges(base.data, answer.data)
  return new Response(JSON.stringify({ data }), { status, statusText, headers })
}

const NOT_UNDERSTOOD = [400, 422]

type Base = { version: string; data: readonly StoredParticipant[] }

/** The stored list with its version; null where there is none, or its version is unknown. */
const baseOf = async (
  { snapshots, owner, wait }: FetchDependencies,
  { scope }: StorableAnswer,
): Promise<Base | null> => {
  // An error here happens again where the answer is stored, and is reported there.
  const reading = snapshots.read(owner, scope).catch(() => null)
  const stored = await Promise.race([reading, wait(STORE_PATIENCE_MS).then(() => null)])
  const list = readStoredParticipants(stored?.body)
  return list === null || !isSnapshotVersion(stored?.version) ? null : { version: stored.version, data: list.data }
}

/** Puts changed participants into a list, ordered by sequence number. */
export const withChanges = (
  list: readonly StoredParticipant[],
  changed: readonly StoredParticipant[],
): StoredParticipant[] => {
  const byId = new Map([...list, ...changed].map((participant) => [participant.id, participant]))
  return [...byId.values()].sort((a, b) => a.trial_sequence_no - b.trial_sequence_no)
}
