import { invalidFields, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { CHANGED_MEANWHILE, differsFrom, type ChangedFields } from '#domain/study-packs/study-pack'
import { findLastPackLogs } from '../../ground/db/study-pack-logs'
import type { StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import { refusalNaming } from './lock-permitted-packs'
import type { LogReader } from './shown-pack-logs'

/**
 * A change that leaves the status of packs unchanged, so that the status cannot reveal an earlier change by another
 * person.
 */
type Changing = {
  user_id: number
  action: 'transfer' | 'update'
  packs: readonly StudyPackRow[]
  reader: LogReader
  /** The values of a pack that the person saw, or null where the call has none. */
  shownValuesOf: (pack: StudyPackRow) => Partial<ChangedFields> | null
}

/**
 * Refuses a change of packs that another person changed before, naming them with person and time: packs that differ
 * from the values that the caller saw, and without those, packs whose last such change was another person's: a caller
 * that names no version overwrites only its own changes.
 */
export const refuseChangedMeanwhile = async (
  transaction: Transaction,
  { user_id, action, packs, reader, shownValuesOf }: Changing,
): Promise<Outcome<null, Refusal>> => {
  const logs = await findLastPackLogs(
    transaction,
    packs.map(({ id }) => id),
    [action],
  )
  const isOvertaken = ({ id }: StudyPackRow): boolean => {
    const log = logs.get(id)
    return log !== undefined && log.actioned_by_user?.id !== user_id
  }
  const conflicting = packs.filter((pack) => {
    const shownValues = shownValuesOf(pack)
    return shownValues === null ? isOvertaken(pack) : differsFrom(pack, shownValues)
  })
  if (conflicting.length === 0) return accepted(null)
  const announcement = { reader, message: CHANGED_MEANWHILE, event: action }
  return refused(await refusalNaming(transaction, 'pack_status_conflict', conflicting, announcement))
}

type SeenStatus = { study_pack_id: number; study_pack_status_id?: number | undefined }

/**
 * Refuses an action on packs whose status is another one than the caller saw, though the action permits both: removing a pack that a
 * participant was given meanwhile, or editing one that was set to Expired. Names them with the cause of their status. 422 where what
 * was seen is not of exactly these packs; null is accepted.
 */
export const refuseUnseenStatus = async (
  transaction: Transaction,
  { packs, reader, seen }: { packs: readonly StudyPackRow[]; reader: LogReader; seen: readonly SeenStatus[] | null },
): Promise<Outcome<null, Refusal>> => {
  if (seen === null) return accepted(null)
  const statuses = new Map(seen.map((one) => [one.study_pack_id, one.study_pack_status_id]))
  if (seen.length !== packs.length || packs.some(({ id }) => !statuses.has(id)))
    return refused(invalidFields({ seen: 'Must list each pack of the action once, and no others' }))
  const conflicting = packs.filter(
    ({ id, study_pack_status_id }) => (statuses.get(id) ?? study_pack_status_id) !== study_pack_status_id,
  )
  if (conflicting.length === 0) return accepted(null)
  const announcement = { reader, message: CHANGED_MEANWHILE }
  return refused(await refusalNaming(transaction, 'pack_status_conflict', conflicting, announcement))
}
