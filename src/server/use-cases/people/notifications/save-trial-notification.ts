import { invalidFields, refusal } from '#contract/errors'
import type { saveTrialNotification as endpoint } from '#contract/trial-notifications'
import { accepted, refused } from '#domain/outcome'
import { appendAudit } from '../../../ground/db/audit-log'
import { savePreferences } from '../../../ground/db/trial-notifications'
import { lockTrial } from '../../../ground/db/trials'
import type { Transaction } from '../../../ground/db/transaction'
import type { ParsedCall, WriteHandler } from '../../call/call'
import { notificationEntry, preferenceChanges } from './notification-entry'
import { undoneBy } from '../../call/undone-by'
import { notificationsIn } from './notifications-in'

/** Saves a person's notifications in a trial: the caller's own, or those of a person whose permissions the caller manages. */
export const saveTrialNotification: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { view, body, parameters } = call
    const { trial_id, user_id } = parameters
    await lockTrial(transaction, trial_id)
    const before = await stored(call, transaction)
    if (!before) return refused(refusal('not_found'))
    if (body.on_study_packs && !before.has_study_packs_access)
      return refused(invalidFields({ on_study_packs: 'This needs access to study packs' }))
    const { undo, ...wanted } = body
    const undone = await undoneBy(transaction, {
      undo,
      actor: call.actor,
      chain: trial_id,
      now: call.context.now(),
      kinds: ['notifications_changed'],
      subject: `Notifications of user ${user_id} `,
      changes: preferenceChanges(before, wanted),
    })
    if (!undone.ok) return undone
    const entry = notificationEntry(call, view, before, wanted, undone.value)
    await savePreferences(transaction, { trial_id, user_id }, wanted)
    if (entry.changes.length > 0) await appendAudit(transaction, entry)
    return accepted({ users: [user_id] })
  },

  answer: async (call, transaction) => {
    const now = await stored(call, transaction)
    return now ? accepted(now) : refused(refusal('not_found'))
  },
}

/** The person's stored notifications; their id is the person's. */
const stored = async ({ parameters }: ParsedCall<typeof endpoint>, transaction: Transaction) => {
  const { trial_id, user_id, notification_id } = parameters
  if (notification_id !== user_id) return undefined
  return (await notificationsIn(transaction, trial_id, [user_id])).get(user_id)
}
