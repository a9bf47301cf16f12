import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { insertPermission } from '../../src/server/ground/db/user-permissions'
import { insertUser } from '../../src/server/ground/db/users'
import type { TestPortal } from './portal'

/** A request of another system administrator that a finished trial is re-opened, for any of the usual people to confirm. */
export const requestedReopening = async (
  { database, clock }: Pick<TestPortal, 'database' | 'clock'>,
  trial_id: number,
): Promise<number> => {
  const { queries } = database
  const at = clock.now()
  const email = `reopens-${trial_id}@example.org`
  const requested_by = await insertUser(queries, { name: 'Another administrator', email, created_at: at })
  const inSystem = { role_id: SYSTEM_ADMINISTRATOR.id, trial_id: null, site_id: null }
  await insertPermission(queries, {
    user_id: requested_by,
    ...inSystem,
    created_at: at,
    updated_at: at,
    ended_at: null,
  })
  const request = { trial_id, requested_by, requested_at: at, reason: 'A mistake' }
  return (await queries.insertInto('reopening_requests').values(request).returning('id').executeTakeFirstOrThrow()).id
}
