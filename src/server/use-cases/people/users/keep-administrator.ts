import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findAdministrators } from '../../../ground/db/administrators'
import type { Transaction } from '../../../ground/db/transaction'

/**
 * Whether a person may lose what a system administrator needs: refused where nobody else could look after the service then.
 * Asked under the lock on permissions (`lockPermissions`), so that of two who do so to each other one is refused.
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
