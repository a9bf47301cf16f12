import { sql, type Insertable } from 'kysely'
import { advisoryLockStatement } from './advisory-locks'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'
import { findTrial, type WholeTrial } from './trials'

type SampleState = {
  has_people: boolean
  /** When the sample account's person was stored, if the sample's trials are there too. */
  begun_at: string | null
  is_complete: boolean
}

/** The progress of the sample data, by the account of one of its people; locked until the transaction ends. */
export const lockSampleData = async (
  transaction: Transaction,
  account: { issuer: string; subject: string },
): Promise<SampleState> => {
  await advisoryLockStatement('sample').execute(transaction)
  const { rows } = await sql<SampleState>`
    select
      exists (select from users) as has_people,
      (select users.created_at from users join user_profiles on user_profiles.user_id = users.id
        where issuer = ${account.issuer} and subject = ${account.subject}
          and exists (select from trials)) as begun_at,
      exists (select from audit_log where kind = 'sample_data_loaded') as is_complete
  `.execute(transaction)
  const [state] = rows
  if (!state) throw new Error('the database does not tell where the sample data stands')
  return state
}

/** The first trial with this very title. */
export const findTrialByTitle = async (queries: Queries, title: string): Promise<WholeTrial | undefined> => {
  const row = await queries
    .selectFrom('trials')
    .select('id')
    .where('title', '=', title)
    .orderBy('id')
    .executeTakeFirst()
  return row && findTrial(queries, row.id)
}

export type NewStudyPack = Insertable<Schema['study_packs']>

/** Stores packs in the order given. */
export const insertStudyPacks = async (transaction: Transaction, packs: readonly NewStudyPack[]): Promise<void> => {
  if (packs.length > 0) await transaction.insertInto('study_packs').values(packs).execute()
}
