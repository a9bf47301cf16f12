import { API_MARK } from '#contract/api-address'
import { keptOf } from '#contract/stored-answers'
import type { Kept } from './kept-answer'
import type { Owner, Snapshot, Snapshots } from './snapshots'

/** On an answer from the store: when the server gave it, as an instant. */
export const AS_OF = 'X-As-Of'

/** How long a stored answer is held back for the network's, and how long the network's may then still replace it. */
const PATIENCE_MS = 1000
const REPLACES_WITHIN_MS = 8000

/** What reading through works with. */
export type ReadingRoom = {
  snapshots: Snapshots
  /** Whose answer it is: the token's `sub`, or null where the call carries none. */
  owner: Owner
  /** Asks the server. */
  ask: () => Promise<Response>
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Told when the server answered after the stored answer was shown: whoever shows it asks again. */
  onFresher: (scope: string) => void
  /** Told why this device could not keep or read an answer. */
  onUnkept: (error: unknown) => void
  /** Keeps whoever answers alive until this is done. */
  outlive: (work: Promise<void>) => void
}

/**
 * One GET through the store: the server's answer, kept on its way; where none comes within a second, or nobody is there, what
 * is stored, marked with when it was true. A refusal of the server is an answer too: what it withholds is not kept either.
 */
export const readThrough = async (room: ReadingRoom, kept: Kept): Promise<Response> => {
  const asked = askAndKeep(room, kept)
  const first = await Promise.race([whetherAnswered(asked), room.wait(PATIENCE_MS).then(() => null)])
  if (first === true) return asked
  const stored = await readStored(room, kept)
  // Without anything stored, the answer is the network's, as it would be without a store: late, foreign or none.
  if (stored === null) return asked
  if (first === null) room.outlive(announceFresher(room, kept, asked))
  return answerFrom(stored)
}

const askAndKeep = async (room: ReadingRoom, kept: Kept): Promise<Response> => {
  const response = await room.ask()
  if (isOfServer(response)) await keep(room, kept, response.clone())
  return response
}

/** Whether the server itself answered; false also where nothing did. */
const whetherAnswered = (asked: Promise<Response>): Promise<boolean> => asked.then(isOfServer, () => false)

const isOfServer = ({ headers, status }: Response): boolean =>
  headers.get(API_MARK.name) === API_MARK.value && !AWAY.includes(status)

/** What a gateway, or a server that is stopping, answers when nobody can be asked. */
const AWAY = [502, 503, 504]

/** Keeps what may be kept. A device that cannot keep it, for want of room or of leave, still shows the answer. */
const keep = async (room: ReadingRoom, kept: Kept, response: Response): Promise<void> => {
  try {
    await keepOrForget(room, kept, response)
  } catch (error) {
    room.onUnkept(error)
  }
}

const readStored = async ({ snapshots, owner, onUnkept }: ReadingRoom, { scope }: Kept): Promise<Snapshot | null> => {
  try {
    return await snapshots.read(owner, scope)
  } catch (error) {
    onUnkept(error)
    return null
  }
}

const keepOrForget = async ({ snapshots, owner, now }: ReadingRoom, kept: Kept, response: Response): Promise<void> => {
  if (response.status === 403 || response.status === 404) {
    if (kept.trial_id !== null) await snapshots.forgetTrial(owner, kept.trial_id)
    return
  }
  if (!response.ok) return
  const body: unknown = keptOf(kept.answer, await response.json())
  if (body !== null) await snapshots.keep(owner, kept, now(), body)
}

const announceFresher = async (room: ReadingRoom, { scope }: Kept, asked: Promise<Response>): Promise<void> => {
  const late = await Promise.race([whetherAnswered(asked), room.wait(REPLACES_WITHIN_MS).then(() => false)])
  if (late) room.onFresher(scope)
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
