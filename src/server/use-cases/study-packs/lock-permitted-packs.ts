import { refusal, type Refusal } from '#contract/errors'
import type { StudyPackEvent } from '#contract/study-packs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { packNotFound } from '#domain/study-packs/study-pack'
import { permitsAction, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { findLastPackLogs, findLogsOfStatus } from '../../ground/db/study-pack-logs'
import { lockStudyPacks, type StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import { lockTrial, type TrialRow } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import type { TrialView } from '../call/view'
import { shownPackLog, type LogReader } from './shown-pack-logs'

type PacksCall = { context: ServerContext; view: TrialView; parameters: { trial_id: number } }

/** The packs of an action: nothing else happens to them until the transaction ends. */
export type LockedPacks = {
  view: TrialView
  trial: TrialRow
  packs: readonly StudyPackRow[]
  /** The time under the lock, so that the order of times is the order of events. */
  now: string
}

type Wanted = { ids: readonly number[]; action: StudyPackAction }

/**
 * Locks the trial of packs, since its draws allocate packs too, and then the packs in order of id. 404 for the first
 * pack that is not at the sites of the view, and 409 with every pack whose status does not permit the action: all of
 * them or none.
 */
export const lockPermittedPacks = async (
  transaction: Transaction,
  { context, view, parameters: { trial_id } }: PacksCall,
  { ids, action }: Wanted,
): Promise<Outcome<LockedPacks, Refusal>> => {
  const trial = await lockTrial(transaction, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const packs = await lockStudyPacks(transaction, trial, view.sites, ids)
  const reachable = new Set(packs.map(({ id }) => id))
  const missing = ids.find((id) => !reachable.has(id))
  if (missing !== undefined) return refused(refusal('not_found', { message: packNotFound(missing) }))
  const forbidding = packs.filter((pack) => !permitsAction(pack.study_pack_status_id, action))
  if (forbidding.length > 0)
    return refused(
      await refusalNaming(transaction, 'pack_status_conflict', forbidding, { reader: readerOf(view, trial) }),
    )
  return accepted({ view, trial, packs, now: context.now() })
}

/** The reader; a message of its own, and the kind of event that caused it, where that is not a status. */
type Announcement = { reader: LogReader; message?: string; event?: StudyPackEvent }

/** The reader of the events of a trial's packs. */
export const readerOf = ({ visibility }: TrialView, { selected_timezone }: TrialRow): LogReader => ({
  visibility,
  time_zone: selected_timezone,
})

/**
 * A refusal that names its packs, each with the reason: the event of the given kind, or the cause of a status that does
 * not permit the action, and otherwise its last event.
 */
export const refusalNaming = async (
  transaction: Transaction,
  code: 'pack_status_conflict' | 'pack_expired' | 'second_person_needed',
  packs: readonly StudyPackRow[],
  { reader, event, message }: Announcement,
): Promise<Refusal> => {
  const ids = packs.map(({ id }) => id)
  const isOfStatus = code === 'pack_status_conflict' && event === undefined
  const logs = await (isOfStatus
    ? findLogsOfStatus(transaction, ids)
    : findLastPackLogs(transaction, ids, event && [event]))
  return refusal(code, {
    ...(message !== undefined && { message }),
    packs: packs.map(({ id, pack_id, study_pack_status_id }) => {
      const log = logs.get(id)
      return { id, pack_id, study_pack_status_id, last_log: log ? shownPackLog(log, reader) : null }
    }),
  })
}
