import { refusal, type Refusal } from '#contract/errors'
import type { StudyPack } from '#contract/study-packs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findPackRules } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import type { ChangedRows } from '../../ground/db/idempotency-keys'
import type { PackCall } from './perform-on-study-packs'
import { shownStudyPacks } from './shown-study-packs'

type Answered = Promise<Outcome<{ data: StudyPack[] }, Refusal>>

/** The packs that an action changed, as the person may see them now; those that went out of their reach are left out. */
export const answerStudyPacks = async (
  { context, actor, view, parameters: { trial_id } }: Pick<PackCall, 'context' | 'actor' | 'view' | 'parameters'>,
  transaction: Transaction,
  { study_packs: ids = [] }: ChangedRows,
): Answered => {
  const trial = await findPackRules(transaction, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const viewer = { context, actor, view, trial }
  return accepted({ data: await shownStudyPacks(transaction, viewer, { ids, with_logs: false }) })
}
