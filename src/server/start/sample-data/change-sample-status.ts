import { changeTrialStatus as endpoint } from '#contract/trials'
import { trialStatusOfKey } from '#domain/trials/trial-status'
import type { Transaction } from '../../ground/db/transaction'
import { performAuthorised } from '../../use-cases/call/perform-once'
import type { Actor } from '../../use-cases/call/call'
import type { ServerContext } from '../../use-cases/call/server-context'
import { changeTrialStatus } from '../../use-cases/trials/change-trial-status'
import { granted, sampleCall } from './sample-call'
import type { SampleStatusChange } from './sample-trial'

/** Sets a trial of the sample to a status like the administrator would, at the given instant. */
export const changeSampleStatus = async (
  transaction: Transaction,
  context: ServerContext,
  administrator: Actor,
  trial: { id: number; title: string },
  { status: key, at, reason }: SampleStatusChange,
): Promise<void> => {
  const status = trialStatusOfKey(key)
  if (!status) throw new Error(`there is no status ${key}`)
  const call = {
    ...sampleCall(context, administrator, at),
    parameters: { trial_id: trial.id },
    body: { trial_status_id: status.id, reason },
  }
  const changed = await performAuthorised(endpoint, call, changeTrialStatus, transaction)
  granted(`${trial.title}: ${status.name}`, changed)
}
