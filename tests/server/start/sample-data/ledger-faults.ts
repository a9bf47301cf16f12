import type { WholeTrial } from '../../../../src/server/ground/db/trials'
import type { ServerContext } from '../../../../src/server/use-cases/call/server-context'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { describeDifference } from '../../../../src/server/use-cases/operation/self-check/difference'

/** The first thing that is wrong with a trial's ledger or with what is kept beside it, in words; nothing where all agrees. */
export const ledgerFaults = async (context: ServerContext, trial: Pick<WholeTrial, 'id'>): Promise<string[]> => {
  const difference = await checkTrial(context, trial.id)
  return difference === null ? [] : [describeDifference(difference)]
}
