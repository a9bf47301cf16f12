import type { StudyPackEvent } from '#contract/study-packs'
import type { StudyPackStatus } from '#domain/study-packs/study-pack'
import type { Visibility } from '#domain/people/blinding'
import { sql } from 'kysely'
import type { Queries } from '../../../src/server/ground/db/transaction'

/** A study pack as the tables of the simulated database store it. */
export type StoredPack = {
  id: number
  pack_id: string
  batch_id: string
  site_id: number | null
  study_group_id: number
  study_pack_status_id: StudyPackStatus['id']
  expire_on: string | null
  duration: number | null
  confirmation_code: string | null
}

/** An event of a pack. */
export type StoredLog = {
  id: number
  study_pack_id: number
  created_at: string
  actioned_by: number | null
  action: StudyPackEvent
  study_pack_status_id: number
  comment: string
  writer_sight: Visibility | null
}

/** A wrong code that was tried for a pack. */
type StoredCodeTry = {
  id: number
  study_pack_id: number
  user_id: number
  idempotency_key: string | null
  request_hash: Buffer
  tried_at: string
}

/** The rows about packs that the acts of a history change. All are empty in a trial without packs. */
export type PackRows = {
  packs: ReadonlyMap<number, StoredPack>
  packLogs: ReadonlyMap<number, StoredLog>
  codeTries: ReadonlyMap<number, StoredCodeTry>
}

/** The packs of a trial in a real database. Logs have numbers of their own, as nothing that is answered shows theirs. */
export const readPacks = async (queries: Queries, trialId: number): Promise<PackRows> => {
  const packs = await queries
    .selectFrom('study_packs')
    .select(['id', 'pack_id', 'batch_id', 'site_id', 'study_group_id', 'expire_on', 'duration', 'confirmation_code'])
    .select(sql<StudyPackStatus['id']>`study_pack_status_id`.as('study_pack_status_id'))
    .where('trial_id', '=', trialId)
    .orderBy('id')
    .execute()
  const logs = await queries
    .selectFrom('study_pack_logs')
    .innerJoin('study_packs', 'study_packs.id', 'study_pack_logs.study_pack_id')
    .select(['study_pack_logs.study_pack_id', 'created_at', 'actioned_by', 'action', 'comment', 'writer_sight'])
    .select('study_pack_logs.study_pack_status_id')
    .where('trial_id', '=', trialId)
    .orderBy('study_pack_logs.id')
    .execute()
  return {
    packs: new Map(packs.map((one) => [one.id, one])),
    packLogs: new Map(logs.map((log, place) => [place + 1, { ...log, id: place + 1 }])),
    codeTries: new Map(),
  }
}
