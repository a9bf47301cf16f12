import type { listRandomisationTests as endpoint, RandomisationTest } from '#contract/randomisation-tests'
import { accepted } from '#domain/outcome'
import { findRandomisationTests, type RandomisationTestRow } from '../../../ground/db/randomisation-tests'
import type { ReadHandler } from '../../call/call'
import { lostBefore } from '../../simulation/lost-before'

/** So many tests of a trial are listed: the newest. */
const LISTED = 50

export const listRandomisationTests: ReadHandler<typeof endpoint> = async ({ context, parameters, now }) => {
  const rows = await findRandomisationTests(context.database.queries, parameters.trial_id, LISTED)
  return accepted({ data: rows.map((row) => shown(row, now)) })
}

const shown = (row: RandomisationTestRow, now: string): RandomisationTest => {
  const { id, created_at, seed, participants, ledger_length, ledger_head, software_version } = row
  return {
    id,
    created_at,
    created_by: { id: row.created_by, name: row.created_by_name },
    ...currentState(row, now),
    progress: { done: row.replicates_done, of: row.replicates },
    seed,
    participants,
    ledger_length,
    ledger_head,
    software_version,
  }
}

/** What a process that is gone left under way was interrupted. */
const currentState = (
  { state, heard_at }: RandomisationTestRow,
  now: string,
): Pick<RandomisationTest, 'state' | 'failure'> => {
  if (state === 'running' && (heard_at ?? '') < lostBefore(now)) return { state: 'failed', failure: 'interrupted' }
  return { state, failure: state === 'failed' ? 'error' : null }
}
