import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { isDeepStrictEqual } from 'node:util'
import type { LongReading } from '../../ground/db/long-reading'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'

/**
 * Waits for a place to read. Refuses a person whose session ended or whose permissions changed meanwhile: the snapshot
 * would be of a later moment than the check of their rights.
 */
export const acquireReadingPlace = async (
  context: ServerContext,
  actor: Actor,
  reading: LongReading,
): Promise<Outcome<null, Refusal>> => {
  await reading.acquirePlace()
  const session = await context.readSession(actor.session_id)
  const isStill = session?.ended_at === null && isDeepStrictEqual(session.permissions, actor.permissions)
  return isStill ? accepted(null) : refused(refusal('unavailable'))
}
