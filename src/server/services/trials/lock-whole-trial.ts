import { refusal, type Refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Transaction } from '../../db/transaction'
import { findTrial, lockTrial, type WholeTrial } from '../../db/trials'
import type { Actor } from '../../http/call'
import type { TrialView } from '../../http/view'
import { viewIn } from '../authorise'

/**
 * Locks the trial of a call and reads it whole. What the call needs is asked for once more under the lock, since somebody may have
 * protected the trial meanwhile.
 */
export const lockWholeTrial = async (
  transaction: Transaction,
  { needs }: { needs: InTrial },
  { actor, parameters: { trial_id } }: { actor: Actor; parameters: { trial_id: number } },
): Promise<Outcome<{ trial: WholeTrial; view: TrialView }, Refusal>> => {
  await lockTrial(transaction, trial_id)
  const trial = await findTrial(transaction, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const view = viewIn(trial, actor, needs.can)
  return view.ok ? accepted({ trial, view: view.value }) : view
}
