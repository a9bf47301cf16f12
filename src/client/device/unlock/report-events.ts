import type { Outcome } from '#domain/outcome'
import type { UnlockEvent } from '#offline/unlock-record'
import type { UnlockRecords } from '#offline/unlock-records'
import { isAnswerLost, isRefusedWith, statusOf, type Failure } from '../../api/failure'
import type { Session } from '../../session/session'

/**
 * `unanswered` is tried again, and so is `unknown`: an older server, beside which a new one runs during an upgrade, does not
 * know the event. `refused` is for good: the same report would be refused again. `not_confirmed`: its person declined the fresh
 * sign-in that setting a way needs.
 */
export type Reported = 'recorded' | 'refused' | 'unanswered' | 'unknown' | 'not_confirmed'

const UNKNOWN = 422

const NOT_NOW: readonly (number | null)[] = [401, 429]

/** The result of reporting an event. */
export const reportedOf = (outcome: Outcome<unknown, Failure>): Reported => {
  if (outcome.ok) return 'recorded'
  if (statusOf(outcome.refusal) === UNKNOWN) return 'unknown'
  if (isRefusedWith(outcome.refusal, 'sign_in_not_fresh')) return 'not_confirmed'
  return NOT_NOW.includes(statusOf(outcome.refusal)) || isAnswerLost(outcome.refusal) ? 'unanswered' : 'refused'
}

type Dependencies = {
  session: () => Session | null
  canReach: () => boolean
  records: () => Promise<Pick<UnlockRecords, 'events' | 'deleteEvent'>>
  /** Events that could not be stored; those that are reported leave it. */
  unstored: UnlockEvent[]
  report: (event: UnlockEvent) => Promise<Reported>
}

/**
 * Reports the events of the signed-in person, the oldest first, while they are signed in. One that is refused or unknown holds up no other.
 * Returns false where the server did not answer, so that it is worth another try soon.
 */
export const reportEvents = async (dependencies: Dependencies): Promise<boolean> => {
  const { session, canReach, records, unstored } = dependencies
  const present = session()
  if (present === null || !canReach()) return true
  const own = unstored.filter(({ sub }) => sub === present.sub)
  if (!(await reportEach(own, present, dependencies, (event) => void unstored.splice(unstored.indexOf(event), 1))))
    return false
  const stored = await records()
  return reportEach(await stored.events(present.sub), present, dependencies, ({ id }) => stored.deleteEvent(id))
}

const reportEach = async (
  events: readonly UnlockEvent[],
  present: Session,
  { session, canReach, report }: Dependencies,
  forget: (event: UnlockEvent) => unknown,
): Promise<boolean> => {
  for (const event of events) {
    // Another person may have signed in since, and the event must not be reported as theirs.
    if (session()?.id !== present.id || !canReach()) return true
    const reported = await report(event)
    if (reported === 'unanswered') return false
    if (reported !== 'unknown') await forget(event)
  }
  return true
}
