import { accepted, refused, type Outcome } from '#domain/outcome'
import { checkChains } from '../../audit/check-chains'
import { isInLedger } from '../../../ground/db/ledger'
import type { OpenDatabase } from '../../../ground/db/open-database'
import { trialsWithLedger } from '../../../ground/db/self-check'
import type { SeedKeys } from '../../../ground/secrets/seed-keys'
import { checkTrial } from '../self-check/check-trial'
import { describeDifference } from '../self-check/difference'
import { needEveryKey } from '../sealed-values/missing-keys'

/**
 * Checks a restored database before any server uses it: every key is here, every audit chain is intact, every ledger can be
 * recomputed from its seed, and the given heads are in the ledgers. Returns what was checked, or refuses with every fault as a
 * sentence.
 */
export const verifyRestored = async (
  database: OpenDatabase,
  config: SeedKeys,
  heads: readonly string[],
): Promise<Outcome<string, string[]>> => {
  const { queries } = database
  const keys = await needEveryKey(queries, config)
  if (!keys.ok) return refused([keys.refusal])
  const { checked, wrong } = await checkChains(queries, { hidden: [], keys: config, isStopping: () => false })
  const faults = wrong.map(
    ({ trial_id, position, fault }) =>
      `The audit log of ${trial_id === null ? 'the service' : `trial ${trial_id}`} is wrong at entry ${position}: ${fault}`,
  )
  const trials = await trialsWithLedger(queries)
  for (const trial_id of trials) {
    const difference = await checkTrial({ config, database }, trial_id)
    if (difference !== null) faults.push(`The ledger of trial ${trial_id} is wrong: ${describeDifference(difference)}`)
  }
  for (const head of heads)
    if (!(await isInLedger(queries, head)))
      faults.push(`No ledger has the head ${head}: this backup lacks the records that it proves`)
  if (faults.length > 0) return refused(faults)
  const compared = heads.length === 0 ? 'but no head from outside' : `and ${counted(heads.length, 'head')} from outside`
  return accepted(
    `Checked and correct: ${counted(trials.length, 'ledger')} and ${checked} entries of the audit log, ${compared}.`,
  )
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
