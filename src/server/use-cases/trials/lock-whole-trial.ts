import { refusal, type Refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial, lockTrial, type WholeTrial } from '../../ground/db/trials'
import type { Actor } from '../call/call'
import type { TrialView } from '../call/view'
import { authorise } from '../call/authorise'

/**
 * Locks the trial of a call, authorises the call again under the lock, and reads the whole trial: another person may
 * have protected it meanwhile.
 */
export const lockWholeTrial = async (
  transaction: Transaction,
  endpoint: { needs: InTrial },
  { actor, parameters }: { actor: Actor; parameters: { trial_id: number } },
): Promise<Outcome<{ trial: WholeTrial; view: TrialView }, Refusal>> => {
  const { trial_id } = parameters
  await lockTrial(transaction, trial_id)
  const view = await authorise(transaction, endpoint, { actor, parameters })
  if (!view.ok) return view
  const trial = await findTrial(transaction, trial_id)
  return trial ? accepted({ trial, view: view.value }) : refused(refusal('not_found'))
}
