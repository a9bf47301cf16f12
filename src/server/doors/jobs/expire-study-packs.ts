import { accepted } from '#domain/outcome'
import { isPastExpiry, studyPackStatusId } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { setImmediate } from 'node:timers/promises'
import { auditEntry, byService } from '../../ground/audit/audit-entry'
import { dayIn } from '../../ground/time/calendar'
import { appendAudit } from '../../ground/db/audit-log'
import { expirePacksByDate, trialsWithPacksExpiringBefore, type ExpiredPack } from '../../ground/db/pack-expiry'
import { inTransaction } from '../../ground/db/transaction'
import { lockTrial } from '../../ground/db/trials'
import type { ServerContext } from '../../use-cases/call/server-context'
import { forEachTrial } from './for-each-trial'

/** The zone in which a day begins first. */
const EARLIEST_ZONE = 'Etc/GMT-14'

/** How many packs are set under one lock of their trial, so that other transactions can take it between: some 50 ms. */
const PIECE = 500

/** The reason in the log of a pack that expired by its date. */
export const EXPIRED_BY_DATE = 'Past its expiry date'

/**
 * Sets every Inactive or Active pack past its expiry, in its trial's time zone, to Expired, with an audit entry without a user.
 * A pack is good on the day itself.
 */
export const expireStudyPacks = async (context: ServerContext): Promise<void> => {
  const now = context.now()
  const trials = await trialsWithPacksExpiringBefore(context.database.queries, dayIn(EARLIEST_ZONE, now))
  const due = trials.filter(({ soonest, selected_timezone }) =>
    isPastExpiry({ expire_on: soonest }, dayIn(selected_timezone, now)),
  )
  await forEachTrial(
    context,
    due.map(({ id }) => id),
    (trialId) => expirePacksOf(context, trialId),
  )
}

const expirePacksOf = async (context: ServerContext, trialId: number): Promise<void> => {
  while (!context.is_stopping()) {
    const packs = await expirePiece(context, trialId)
    if (packs > 0) context.log.info({ trial_id: trialId, packs }, 'study packs expired')
    if (packs < PIECE) return
    await setImmediate()
  }
}

/** Expires one piece: packs, their logs and the audit entry in one transaction. Returns the number of packs. */
const expirePiece = async (context: ServerContext, trial_id: number): Promise<number> => {
  const outcome = await inTransaction(context.database, async (transaction) => {
    const trial = await lockTrial(transaction, trial_id)
    if (!trial) throw new Error(`there is no trial ${trial_id}`)
    // The time under the lock, so that times have the order of events.
    const now = context.now()
    const today = dayIn(trial.selected_timezone, now)
    const expired = await expirePacksByDate(transaction, {
      trial_id,
      today,
      now,
      comment: EXPIRED_BY_DATE,
      limit: PIECE,
    })
    if (expired.length === 0) return accepted(0)
    await appendAudit(
      transaction,
      auditEntry(byService(now), null, {
        kind: 'study_packs_expired_by_date',
        description: `${packsInWords(expired)} expired by date in trial ${trial_id}`,
        trial_id,
        changes: expired.map(({ pack_id, status_before }) => ({
          field: `study_packs.${pack_id}.study_pack_status_id`,
          old: status_before,
          new: studyPackStatusId(STUDY_PACK_ACTIONS.expire.to),
        })),
      }),
    )
    return accepted(expired.length)
  })
  return outcome.ok ? outcome.value : 0
}

const packsInWords = (packs: readonly ExpiredPack[]): string =>
  packs.length === 1 ? `Study pack ${packs[0]?.pack_id}` : `${packs.length} study packs`
