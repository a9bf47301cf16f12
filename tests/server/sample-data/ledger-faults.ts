import type { WholeTrial } from '../../../src/server/db/trials'
import type { ServerContext } from '../../../src/server/server-context'
import { checkTrial } from '../../../src/server/self-check/check-trial'
import { describeDifference } from '../../../src/server/self-check/difference'

/** The first thing that is wrong with a trial's ledger or with what is kept beside it, in words; nothing where all agrees. */
export const ledgerFaults = async (context: ServerContext, trial: Pick<WholeTrial, 'id'>): Promise<string[]> => {
  const difference = await checkTrial(context, trial.id)
  return difference === null ? [] : [describeDifference(difference)]
}
