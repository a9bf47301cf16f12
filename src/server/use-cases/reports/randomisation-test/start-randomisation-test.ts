import { invalidFields, refusal } from '#contract/errors'
import { startRandomisationTest as endpoint } from '#contract/randomisation-tests'
import { accepted, refused } from '#domain/outcome'
import { MOST_DRAWS } from '#domain/reports/randomisation-test'
import { isByList } from '#domain/trials/trial-methods'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { wasAnyGroupCapped } from '../../../ground/db/cap-counts'
import { countTestsUnderWay, insertRandomisationTest } from '../../../ground/db/randomisation-tests'
import type { WriteHandler } from '../../call/call'
import { lostBefore } from '../../simulation/lost-before'
import { newSeed } from '../../simulation/start-simulation'
import { lockWholeTrial } from '../../trials/lock-whole-trial'

/** Tests of one trial that wait or are under way at a time. */
const MAX_UNDER_WAY = 2

/**
 * Stores a randomisation test to be drawn as soon as there is room for it, over the trial's ledger as it stands. The seed is recorded
 * before any outcome is known, so that nobody can choose the one whose p-value they like.
 */
export const startRandomisationTest: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { context, actor, body, now } = call
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const { allocation_counter: participants, ledger_length, ledger_head } = trial
    if (isByList(trial)) return refused(refusal('list_not_redrawn'))
    // A replicate fills its groups at other draws, and the epochs of the ledger are those of the trial itself.
    if (await wasAnyGroupCapped(transaction, trial.id)) return refused(refusal('capped_not_redrawn'))
    if (participants === 0 || ledger_head === null) return refused(refusal('no_participants_yet'))
    if (participants * body.replicates > MOST_DRAWS)
      return refused(invalidFields({ replicates: tooMany(participants) }))
    const underWay = await countTestsUnderWay(transaction, trial.id, lostBefore(now))
    if (underWay >= MAX_UNDER_WAY) return refused(refusal('too_many_randomisation_tests'))
    const seed = body.seed ?? newSeed(context)
    const { replicates } = body
    const id = await insertRandomisationTest(transaction, {
      trial_id: trial.id,
      created_by: actor.user_id,
      created_at: now,
      replicates,
      seed,
      participants,
      ledger_length,
      ledger_head,
      software_version: context.version,
    })
    await appendAudit(
      transaction,
      auditEntry(call, view, {
        kind: 'randomisation_test_started',
        description: `Randomisation test ${id} of trial ${trial.id} started`,
        changes: [
          { field: 'replicates', old: null, new: replicates },
          { field: 'seed', old: null, new: seed },
          { field: 'ledger_length', old: null, new: ledger_length },
        ],
      }),
    )
    context.database.transactions.afterCommit(context.simulations.wake)
    return accepted({ randomisation_tests: [id] })
  },

  answer: async (_call, _transaction, { randomisation_tests: [id = 0] = [] }) => accepted({ id }),
}

const tooMany = (participants: number): string =>
  `At most ${Math.floor(MOST_DRAWS / participants).toLocaleString('en-GB')} for so many participants`
