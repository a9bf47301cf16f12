import type { WholeTrial } from '../../../../src/server/ground/db/trials'
import type { ServerContext } from '../../../../src/server/use-cases/call/server-context'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { describeDifference } from '../../../../src/server/use-cases/operation/self-check/difference'

/** The first difference between a trial's ledger and the rows beside it, in words; empty where all agree. */
export const ledgerFaults = async (context: ServerContext, trial: Pick<WholeTrial, 'id'>): Promise<string[]> => {
  const difference = await checkTrial(context, trial.id)
  return difference === null ? [] : [describeDifference(difference)]
}
