import type { Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { CHANGED_MEANWHILE, differsFrom, type ChangedFields } from '#domain/study-packs/study-pack'
import { findLastPackLogs } from '../../ground/db/study-pack-logs'
import type { StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import { refusalNaming } from './lock-permitted-packs'
import type { LogReader } from './shown-pack-logs'

/** A change that leaves the status of packs as it is, so that the status cannot tell that somebody else was first. */
type Changing = {
  user_id: number
  action: 'transfer' | 'update'
  packs: readonly StudyPackRow[]
  reader: LogReader
  /** How the person saw a pack, or null where that was not said. */
  shownValuesOf: (pack: StudyPackRow) => Partial<ChangedFields> | null
}

/**
 * Refuses a change of packs to which somebody else was first, naming them with who and when: those that are otherwise than the
 * person saw them, and where that was not said, those that another was the last to change so: a caller that names no version
 * overwrites its own changes alone.
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
