import { ROLES } from '#domain/people/permissions'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import { insertPermission } from '../../src/server/ground/db/user-permissions'
import { openDatabase } from '../../src/server/ground/db/open-database'
import type { Queries } from '../../src/server/ground/db/transaction'
import { givePacks } from '../support/many-packs'
import { startServer } from '../support/server-process'
import { largeTrial } from './large-trial'

/** The hospitals of the devices, and the person who is signed in at each. Devices of a hospital share its person. */
export const PEOPLE = ['nurse', 'pharmacist', 'blinded-nurse', 'unblinder', 'monitor', 'coordinator'].map(
  (key) => `${key}@example.org`,
)

const PARTICIPANTS = 50_000
const PACKS = 8_000
const SITES = 10

export type DeviceWorld = {
  /** The trial of which devices show the participants, and in which nurses randomise. */
  ward: number
  /** The trial of which they show and dispense packs. */
  store: number
  /** The packs that wait to be dispensed at the first hospital. */
  waiting: readonly number[]
}

/** The form of a trial that manages packs. */
export const trialOfPacks = () => ({
  title: 'Packs of ten hospitals',
  start_on: '2024-01-01',
  end_on: '2030-12-31',
  org_name: 'Bench',
  is_managing_packs: true,
  sites: Array.from({ length: SITES }, (_, n) => ({ title: `Hospital ${n + 1}` })),
  study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
})

/** A trial of 50,000 participants and one of 8,000 packs, with a person at each of six hospitals in both. */
export const deviceWorld = async (place: { database_url: string; data_dir: string }): Promise<DeviceWorld> => {
  const ward = await largeTrial(place, { participants: PARTICIPANTS, sites: SITES })
  const portal = await startServer(place)
  const { id: store } = await portal.ask('POST', 'trials', trialOfPacks())
  await portal.ask('POST', `trials/${store}/status`, { trial_status_id: 3, reason: 'Bench' })
  await portal.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    const { queries } = database
    await givePacks(queries, store, { count: PACKS, around: new Date().toISOString().slice(0, 10) })
    for (const trial_id of [ward, store]) await staff(queries, trial_id)
    return { ward, store, waiting: await waitingAtFirst(queries, store) }
  } finally {
    await database.close()
  }
}

/** Gives each person the role of a nurse with packs at a hospital of their own. */
const staff = async (queries: Queries, trial_id: number): Promise<void> => {
  const role = ROLES.find(({ title }) => title === 'Site user')
  const sites = await queries.selectFrom('sites').select('id').where('trial_id', '=', trial_id).orderBy('id').execute()
  for (const [index, email] of PEOPLE.entries()) {
    const user = await queries.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await insertPermission(queries, {
      user_id: user.id,
      role_id: role?.id ?? 0,
      trial_id,
      site_id: sites[index]?.id ?? null,
      has_study_packs_access: true,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      ended_at: null,
    })
  }
}

/** Every pack of the first hospital waits to be dispensed from now on. */
const waitingAtFirst = async (queries: Queries, trialId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update study_packs set study_pack_status_id = ${studyPackStatusId('allocated')},
      expire_on = null
    where trial_id = ${trialId} and site_id = (select min(id) from sites where trial_id = ${trialId})
    returning id
  `.execute(queries)
  return rows.map(({ id }) => id)
}
