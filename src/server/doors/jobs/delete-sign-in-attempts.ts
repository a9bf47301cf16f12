import { setImmediate } from 'node:timers/promises'
import { earlier } from '../../ground/time/clock'
import { deleteAttemptsBefore } from '../../ground/db/sign-in-attempts'
import type { ServerContext } from '../../use-cases/call/server-context'
import { LONGEST_AT_PROVIDER } from '../../use-cases/sign-in/session/sign-in-times'

/** The number of deletions at once, so that other work on the embedded database can run between. */
const PIECE = 5000

/** Deletes sign-ins that are too old to be completed. */
export const deleteSignInAttempts = async ({ database, now, is_stopping, log }: ServerContext): Promise<void> => {
  const before = earlier(now(), 2 * LONGEST_AT_PROVIDER)
  let forgotten = 0
  while (!is_stopping()) {
    const deleted = await deleteAttemptsBefore(database.queries, before, PIECE)
    forgotten += deleted
    if (deleted < PIECE) break
    await setImmediate()
  }
  if (forgotten > 0) log.info({ forgotten }, 'sign-in attempts forgotten')
}
