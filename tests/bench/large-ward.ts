import { roleOfLevel } from '#domain/people/permissions'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { vacuum } from '../../src/server/ground/db/vacuum'
import { insertPermission } from '../../src/server/ground/db/user-permissions'
import { givePacks } from '../support/many-packs'
import { giveParticipants } from '../support/many-participants'
import { startServer } from '../support/server-process'

/** The person of the ward, by the email of their sample account. */
export const WARD_EMAIL = 'pharmacist@example.org'

/** The form of a trial with one site, which manages its packs and has participant IDs. */
export const trialOfAWard = (title: string) => ({
  title,
  start_on: '2024-01-01',
  end_on: '2030-12-31',
  org_name: 'Bench',
  is_participant_id_used: true,
  is_managing_packs: true,
  is_site_managing_packs: true,
  sites: [{ title: 'Ward' }],
  study_groups: [{ name: 'Aspirin' }, { name: 'Placebo' }],
})

/**
 * A started trial of one site with this many participants and packs, all of which the pharmacist there sees. No other
 * process may have the embedded database open meanwhile.
 */
export const largeWard = async (
  place: { database_url: undefined; data_dir: string },
  rows: number,
): Promise<number> => {
  const server = await startServer(place)
  const trial = await server.ask('POST', 'trials', trialOfAWard(`Ward of ${rows}`))
  await server.ask('POST', `trials/${trial.id}/status`, { trial_status_id: 3, reason: 'Bench' })
  await server.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    const { queries } = database
    await giveParticipants(queries, trial.id, { count: rows, days: 900, until: new Date().toISOString() })
    await givePacks(queries, trial.id, { count: rows, around: '2026-11-21' })
    // The embedded database plans by what it knew of its tables at the last housekeeping.
    await vacuum(database)
    const { id } = await queries
      .selectFrom('users')
      .select('id')
      .where('email', '=', WARD_EMAIL)
      .executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    await insertPermission(queries, {
      user_id: id,
      trial_id: trial.id,
      site_id: trial.sites[0]?.id ?? null,
      role_id: roleOfLevel(2, true)?.id ?? 0,
      has_study_packs_access: true,
      created_at: now,
      updated_at: now,
      ended_at: null,
    })
  } finally {
    await database.close()
  }
  return trial.id
}
