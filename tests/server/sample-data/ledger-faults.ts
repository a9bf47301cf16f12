import type { WholeTrial } from '../../../src/server/db/trials'
import type { Portal } from '../../../src/server/portal'
import { checkTrial } from '../../../src/server/self-check/check-trial'
import { toldDifference } from '../../../src/server/self-check/difference'

/** The first thing that is wrong with a trial's ledger or with what is kept beside it, in words; nothing where all agrees. */
export const ledgerFaults = async (portal: Portal, trial: Pick<WholeTrial, 'id'>): Promise<string[]> => {
  const found = await checkTrial(portal, trial.id)
  return found === null ? [] : [toldDifference(found)]
}
