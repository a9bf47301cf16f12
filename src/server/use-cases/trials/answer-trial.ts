import { refusal, type Refusal } from '#contract/errors'
import type { Trial } from '#contract/trials'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import { livePermissions } from '../../ground/db/user-permissions'
import type { Actor } from '../call/call'
import { viewIn } from '../call/authorise'
import { shownTrial } from './show-trial'

/**
 * The answer of a write to a trial: the trial as the person may see it now. Their permissions are read again, since
 * protecting a trial grants them one.
 */
export const answerTrial = async (
  transaction: Transaction,
  actor: Actor,
  trialId: number,
): Promise<Outcome<Trial, Refusal>> => {
  const trial = await findTrial(transaction, trialId)
  if (!trial) return refused(refusal('not_found'))
  const permissions = await livePermissions(transaction, actor.user_id)
  const view = viewIn(trial, { ...actor, permissions }, 'viewTrial')
  return view.ok ? accepted(shownTrial(trial, view.value)) : view
}
