import { randomBytes } from 'node:crypto'
import { insertWallView } from '../../src/server/ground/db/wall-views'
import type { TestPortal } from './portal'

/** A wall view of a trial that the administrator made and nobody has ended; its link is nobody's. */
export const openWallView = ({ database, clock, personId }: TestPortal, trial_id: number): Promise<number> =>
  insertWallView(database.queries, {
    trial_id,
    token_hash: randomBytes(32),
    created_at: clock.now(),
    created_by: personId('administrator'),
  })
