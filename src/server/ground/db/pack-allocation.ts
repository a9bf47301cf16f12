import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import type { Queries } from './transaction'

export type AllocatablePack = { id: number; pack_id: string; study_group_id: number }

type PackChoice = {
  trial_id: number
  /** The site whose packs can be allocated, or null where packs belong to no site. */
  site_id: number | null
  /** The day of the allocation in the trial's zone. */
  today: string
  /** Random bytes in hex, which alone decide between packs of the same expiry. */
  tie_break: string
}

/**
 * One pack for each study group that has an allocatable one: Active, its last possible allocation date not past, soonest expiry
 * first, then at random. It is chosen before the draw and does not affect it.
 */
export const choosePacks = async (transaction: Queries, choice: PackChoice): Promise<AllocatablePack[]> => {
  let packs = allocatable(transaction, choice).distinctOn('study_group_id').select(['id', 'pack_id', 'study_group_id'])
  if (choice.site_id !== null) packs = packs.where('site_id', '=', choice.site_id)
  return packs
    .orderBy('study_group_id')
    .orderBy('expire_on', (order) => order.asc().nullsLast())
    .orderBy(sql`sha256(convert_to(${choice.tie_break}::text || id::text, 'UTF8'))`)
    .orderBy('id')
    .execute()
}

/** Marks a pack as allocated. */
export const allocatePack = async (transaction: Queries, packId: number): Promise<void> => {
  await transaction
    .updateTable('study_packs')
    .set({ study_pack_status_id: studyPackStatusId('allocated') })
    .where('id', '=', packId)
    .execute()
}

/** Packs of a trial that can be allocated on a day. */
const allocatable = (queries: Queries, { trial_id, today }: Pick<PackChoice, 'trial_id' | 'today'>) =>
  queries.selectFrom('study_packs').where('trial_id', '=', trial_id).where(isAllocatableOn(today))

/** Whether a pack can be allocated on a day: it is Active, and its last possible allocation date is not past. */
export const isAllocatableOn = (today: string) =>
  sql<boolean>`(study_pack_status_id = ${studyPackStatusId('active')}
    and (expire_on is null or expire_on - coalesce(duration, 0) >= ${today}::date))`

/** The study groups of which each site (null: none) has allocatable packs on a day. */
export const findStocks = (queries: Queries, trialId: number, today: string) =>
  allocatable(queries, { trial_id: trialId, today })
    .select(['site_id', 'study_group_id'])
    .distinct()
    .orderBy('site_id')
    .orderBy('study_group_id')
    .execute()
