import { confirmAllocationList as endpoint } from '#contract/allocation-lists'
import { refusal } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import { LIST_CONFIRMED_MEANING } from '#domain/own-lists/list-author'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { confirmList, findLists } from '../../../ground/db/allocation-lists'
import { appendAudit } from '../../../ground/db/audit-log'
import type { WriteHandler } from '../../call/call'
import { lockWholeTrial } from '../lock-whole-trial'
import { fitFault } from './fit-fault'
import { awaitsList, listFrameOf } from './list-frame'
import { putListInForce } from './put-list-in-force'
import { showAllocationList } from './show-allocation-list'
import { contentOfList, inForce, waitingList } from './stored-lists'

/**
 * Confirms the last uploaded list by a second person, who sees its figures and no row. In a trial that has started its rows are then
 * in force; another takes it up at its start.
 */
export const confirmAllocationList: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const frame = listFrameOf(trial)
    if (frame === null) return refused(refusal('list_not_used'))
    const lists = await findLists(transaction, trial_id)
    const waiting = waitingList(lists)
    if (!waiting || !awaitsList(trial)) return refused(refusal('list_not_awaited'))
    const { number, hash } = waiting
    if (number !== call.body.number || hash !== call.body.hash) return refused(refusal('list_changed_meanwhile'))
    const { user_id } = call.actor
    if (waiting.uploaded_by === user_id) return refused(refusal('own_list'))
    const content = contentOfList(call.context, trial, waiting)
    const fault = fitFault(content, inForce(call.context, trial, lists), frame, trial.sample_size)
    if (fault !== null) return refused(refusal('list_unfit', { message: fault }))
    const now = call.context.now()
    await confirmList(transaction, waiting.id, { confirmed_by: user_id, confirmed_at: now })
    if (trial.ledger_head !== null)
      await putListInForce(transaction, call.context, trial, frame.design, {
        list: waiting,
        strata: content.strata,
        now,
      })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'list_confirmed',
        description: `List ${number} of trial ${trial_id} confirmed: ${LIST_CONFIRMED_MEANING}`,
        changes: [{ field: 'list_hash', old: null, new: hash }],
      }),
    )
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ context, parameters }, transaction) => showAllocationList(transaction, context, parameters.trial_id),
}
