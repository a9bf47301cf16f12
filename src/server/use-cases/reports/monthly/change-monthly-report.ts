import { invalidFields, refusal } from '#contract/errors'
import { changeMonthlyReport as endpoint } from '#contract/monthly-report'
import { accepted, refused } from '#domain/outcome'
import { appendAudit } from '../../../ground/db/audit-log'
import {
  deleteMonthlyRecipients,
  findMonthlyRecipients,
  insertMonthlyRecipients,
} from '../../../ground/db/monthly-reports'
import { findTrialPeople } from '../../../ground/db/trial-people'
import { findTrial } from '../../../ground/db/trials'
import type { WriteHandler } from '../../call/call'
import { lockWholeTrial } from '../../trials/lock-whole-trial'
import { recipientsEntry } from './recipients-entry'
import { mayBeChosen, shownMonthlyReport } from './shown-monthly-report'

/**
 * Adds and removes recipients of the monthly report. Only people who may see the trial's reports are added. Each change
 * names its people, so that nobody unknowingly removes a person just added by another.
 */
export const changeMonthlyReport: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const now = call.context.now()
    const chosen = (await findMonthlyRecipients(transaction, trial_id)).map((recipient) => recipient.user_id)
    const added = [...new Set(call.body.add)].filter((id) => !chosen.includes(id))
    const removed = [...new Set(call.body.remove)].filter((id) => chosen.includes(id))
    const people = await findTrialPeople(transaction, trial_id, now)
    const may = (id: number) =>
      people.some((person) => person.user_id === id && mayBeChosen(trial, person, call.actor.user_id))
    if (!added.every(may)) return refused(invalidFields({ add: NOT_A_READER }))
    if (call.body.add.some((id) => call.body.remove.includes(id))) return refused(invalidFields({ remove: IN_BOTH }))
    const by = { trial_id, chosen_at: now, chosen_by: call.actor.user_id }
    await insertMonthlyRecipients(
      transaction,
      added.map((user_id) => ({ ...by, user_id })),
    )
    await deleteMonthlyRecipients(transaction, trial_id, removed)
    if (added.length + removed.length > 0)
      await appendAudit(transaction, recipientsEntry({ ...call, now }, view, { trial_id, added, removed }))
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ actor, context, parameters }, transaction) => {
    const trial = await findTrial(transaction, parameters.trial_id)
    if (!trial) return refused(refusal('not_found'))
    return accepted(
      await shownMonthlyReport(transaction, {
        config: context.config,
        trial,
        user_id: actor.user_id,
        now: context.now(),
      }),
    )
  },
}

const NOT_A_READER = 'Everyone must be a user of this trial who may see its reports'
const IN_BOTH = 'No one can be added and removed at once'
