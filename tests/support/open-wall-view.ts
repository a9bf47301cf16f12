import { randomBytes } from 'node:crypto'
import { insertWallView } from '../../src/server/ground/db/wall-views'
import { hashOf } from '../../src/server/ground/secrets/random-secret'
import type { TestPortal } from './portal'

/** A wall view of a trial that the administrator made and nobody has ended, with the secret of its link. */
export const openWallView = (
  { database, clock, personId }: TestPortal,
  trial_id: number,
  secret = randomBytes(32).toString('base64url'),
): Promise<number> =>
  insertWallView(database.queries, {
    trial_id,
    token_hash: hashOf(secret),
    created_at: clock.now(),
    created_by: personId('administrator'),
  })
