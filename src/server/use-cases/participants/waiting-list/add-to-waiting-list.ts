import { refusal, type Refusal } from '#contract/errors'
import { inTrial } from '#contract/needs'
import { addToWaitingList as endpoint } from '#contract/waiting-list'
import { accepted, refused } from '#domain/outcome'
import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import { mayWait, type WaitingRefusal } from '#domain/participants/waiting-list'
import type { PermittedSites } from '#domain/people/permissions'
import { chosenOptions } from '#domain/randomisation/strata'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { findIdsByComparableIds, findParticipants } from '../../../ground/db/participants'
import type { Transaction } from '../../../ground/db/transaction'
import type { WholeTrial } from '../../../ground/db/trials'
import { findStanding, insertWaiting } from '../../../ground/db/waiting-list'
import type { WriteHandler } from '../../call/call'
import { refuseNamedGroup } from '../../call/refuse-named-group'
import { lockWholeTrial } from '../../trials/lock-whole-trial'
import { designOf } from '../../trials/trial-design'
import { nameDuplicates } from '../name-duplicates'
import { refusalOf, strataFault } from '../randomise-refusals'
import { capsAt } from './caps-at'

const NEEDED = { needs: inTrial(endpoint.needs.can) }

/** Puts a participant on the waiting list, under the trial's lock: nobody is randomised meanwhile, and one ID waits once. */
export const addToWaitingList: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const { site_id, participant_id, participant_strata, comment } = call.body
    const locked = await lockWholeTrial(transaction, NEEDED, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const design = designOf(trial)
    if (!design.ok) throw new Error(`trial ${trial_id} is stored with a design that cannot be run`)
    const options = chosenOptions(design.value, participant_strata)
    if (!options.ok) return refused(strataFault(trial.trial_strata, participant_strata, options.refusal))
    const place = { site_id, options: options.value }
    const reached = await capsAt(transaction, trial, [place])
    const standing = await findStanding(transaction, trial_id, comparableParticipantId(participant_id))
    const earlier = { ...reached(place), isUsed: () => standing.is_randomised, is_waiting: standing.is_waiting }
    const allowed = mayWait(trial, view.sites, earlier, { site_id, participant_id })
    if (!allowed.ok) return refused(await waitingRefusal(transaction, trial, view.sites, allowed.refusal))
    const writer = { actor: call.actor, view }
    const texts = comment === null ? [] : [{ field: 'comment', called: 'comment' as const, text: comment }]
    const unnamed = await refuseNamedGroup(transaction, writer, texts)
    if (!unnamed.ok) return unnamed
    // The time under the lock, so that the order of times is the order of arrival.
    const now = call.context.now()
    const id = await insertWaiting(transaction, {
      trial_id,
      site_id,
      participant_id,
      comparable_id: allowed.value.comparable_id,
      answers: options.value,
      comment,
      created_at: now,
      created_by: call.actor.user_id,
    })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'waiting_list_joined',
        description: `Participant ID ${participant_id} put on the waiting list of trial ${trial_id}`,
        changes: [
          { field: 'waiting_id', old: null, new: id },
          { field: 'participant_id', old: null, new: participant_id },
          { field: 'site_id', old: null, new: site_id },
        ],
        reason: comment,
      }),
    )
    return accepted({ waiting_participants: [id] })
  },

  answer: async () => accepted(undefined),
}

const waitingRefusal = async (
  transaction: Transaction,
  trial: WholeTrial,
  sites: PermittedSites,
  why: WaitingRefusal,
): Promise<Refusal> => {
  if (why.code === 'already_waiting' || why.code === 'place_is_free') return refusal(why.code)
  if (why.code !== 'participant_id_duplicate') return refusalOf(why)
  const { comparable_id } = why
  const found = await findIdsByComparableIds(transaction, trial.id, [{ comparable_id, sites }])
  const ids = found.flatMap((one) => one.ids)
  const named = await findParticipants(transaction, trial.id, sites, ids)
  return nameDuplicates(trial, sites, { kind: 'duplicate', warning: 'Block', comparable_id, earlier: [] }, named)
}
