import { accepted } from '#domain/outcome'
import { studyPackStatusId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import { insertStudyPacks } from '../../../../src/server/ground/db/sample-data'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import type { BuiltTrial } from '../../../support/a-trial'
import type { TestPortal } from '../../../support/portal'

type Packs = {
  prefix: string
  count: number
  status: StudyPackStatusKey
  expire_on?: string | null
  /** The place of the site among the trial's. */
  site?: number | null
  group?: number
}

/** Stores packs of one kind, with ids such as `A-1`. */
export const stock = async (
  { database }: Pick<TestPortal, 'database'>,
  trial: BuiltTrial,
  { prefix, count, status, expire_on = null, site = 0, group = 0 }: Packs,
): Promise<void> => {
  const pack = {
    trial_id: trial.trial_id,
    site_id: site === null ? null : (trial.sites[site]?.id ?? null),
    study_group_id: trial.study_groups[group]?.id ?? 0,
    batch_id: 'B1',
    study_pack_status_id: studyPackStatusId(status),
    duration: null,
    expire_on,
    confirmation_code: null,
  }
  const packs = Array.from({ length: count }, (_, index) => ({ ...pack, pack_id: `${prefix}-${index + 1}` }))
  await inTransaction(database, async (transaction) => accepted(await insertStudyPacks(transaction, packs)))
}

/** Sets the packs of these ids to a status in the database. */
export const setPacks = async (
  { database }: Pick<TestPortal, 'database'>,
  trial: BuiltTrial,
  status: StudyPackStatusKey,
  packIds: readonly string[],
): Promise<void> => {
  await database.queries
    .updateTable('study_packs')
    .set({ study_pack_status_id: studyPackStatusId(status) })
    .where('trial_id', '=', trial.trial_id)
    .where('pack_id', 'in', [...packIds])
    .execute()
}
