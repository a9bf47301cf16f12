import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findAdministrators } from '../../../ground/db/administrators'
import type { Transaction } from '../../../ground/db/transaction'

/**
 * Refuses a change by which a person would lose the administration of the system, where nobody else has it. Called under the
 * lock of permissions (`lockPermissions`), so that of two administrators who remove each other one is refused.
 */
export const keepAdministrator = async (
  transaction: Transaction,
  userId: number,
  now: string,
): Promise<Outcome<null, Refusal>> => {
  const administrators = await findAdministrators(transaction, now)
  const isLast = administrators.includes(userId) && administrators.length === 1
  return isLast ? refused(refusal('last_administrator')) : accepted(null)
}
