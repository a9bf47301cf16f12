import { roleOfLevel } from '#domain/people/permissions'
import { API_BASE } from '#contract/api-address'
import { trial as trialAnswer } from '#contract/trials'
import * as v from 'valibot'
import { vacuum } from '../../src/server/ground/db/vacuum'
import { insertPermission } from '../../src/server/ground/db/user-permissions'
import type { JourneyPortal } from '../support/journey-portal'
import { givePacks } from '../support/many-packs'
import { giveParticipants } from '../support/many-participants'
import { trialOfAWard } from './large-ward'
import { SAMPLE_ACCOUNTS } from '../../src/server/doors/idp/sample-accounts'

/** The number of participants of each trial: a ward that has begun. */
const PARTICIPANTS = 100

/**
 * Started trials of one site each, with this many packs in each, all of which the pharmacist sees there. Returns their ids.
 * `token` is that of an administrator.
 */
export const manyWards = async (
  { url, database, personId }: JourneyPortal,
  token: string,
  { trials, packs }: { trials: number; packs: number },
): Promise<number[]> => {
  const send = async (path: string, body: object): Promise<unknown> => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': crypto.randomUUID(),
    }
    const response = await fetch(`${url}${API_BASE}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { queries } = database
  const now = new Date().toISOString()
  const ids: number[] = []
  for (let n = 1; n <= trials; n += 1) {
    const created = await send('trials', trialOfAWard(`Ward ${n} of ${trials}`))
    const { id, sites } = v.parse(trialAnswer, created)
    await send(`trials/${id}/status`, { trial_status_id: 3, reason: 'Bench' })
    await giveParticipants(queries, id, { count: PARTICIPANTS, days: 900, until: now })
    await givePacks(queries, id, { count: packs, around: now.slice(0, 10) })
    await insertPermission(queries, {
      user_id: personId(PHARMACIST.key),
      trial_id: id,
      site_id: sites[0]?.id ?? null,
      role_id: roleOfLevel(2, true)?.id ?? 0,
      has_study_packs_access: true,
      created_at: now,
      updated_at: now,
      ended_at: null,
    })
    ids.push(id)
  }
  // The embedded database plans by what it knew of its tables at the last housekeeping.
  await vacuum(database)
  return ids
}

const found = SAMPLE_ACCOUNTS.find(({ key }) => key === 'pharmacist')
if (found === undefined) throw new Error('there is no pharmacist')
/** The person of the wards. */
export const PHARMACIST = found
