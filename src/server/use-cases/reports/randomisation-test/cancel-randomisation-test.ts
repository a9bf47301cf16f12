import { refusal } from '#contract/errors'
import { cancelRandomisationTest as endpoint } from '#contract/randomisation-tests'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { cancelRandomisationTest as cancel, findRandomisationTest } from '../../../ground/db/randomisation-tests'
import type { WriteHandler } from '../../call/call'
import { lockWholeTrial } from '../../trials/lock-whole-trial'

/** Cancels a randomisation test that waits or is under way; what is over stays as it is, and nothing is recorded. */
export const cancelRandomisationTest: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { context, parameters } = call
    const { trial_id, randomisation_test_id: id } = parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    if (!(await findRandomisationTest(transaction, trial_id, id))) return refused(refusal('not_found'))
    if (await cancel(transaction, trial_id, id)) {
      await appendAudit(
        transaction,
        auditEntry(call, locked.value.view, {
          kind: 'randomisation_test_cancelled',
          description: `Randomisation test ${id} of trial ${trial_id} cancelled`,
        }),
      )
      context.database.transactions.afterCommit(() => context.simulations.drop('randomisation_test', id))
    }
    return accepted({ randomisation_tests: [id] })
  },

  answer: async () => accepted(undefined),
}
