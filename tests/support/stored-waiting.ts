import { insertWaiting } from '../../src/server/ground/db/waiting-list'
import type { TestPortal } from './portal'

let count = 0

/** A participant whom the administrator put on the waiting list of a trial at this site, with an ID that nobody else has. */
export const storedWaiting = ({ database, clock, personId }: TestPortal, trial_id: number, site_id: number) => {
  count += 1
  return insertWaiting(database.queries, {
    trial_id,
    site_id,
    participant_id: `Waiting ${count}`,
    comparable_id: `waiting ${count}`,
    answers: [],
    comment: null,
    created_at: clock.now(),
    created_by: personId('administrator'),
  })
}
