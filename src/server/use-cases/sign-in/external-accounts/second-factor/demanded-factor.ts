import { findFactor } from '../../../../ground/db/external-account-factors'
import type { ExternalAccountRow } from '../../../../ground/db/external-accounts'
import type { Queries } from '../../../../ground/db/transaction'
import type { ServerContext } from '../../../call/server-context'

/**
 * The second step after an account's password: a code of its factor, or setting one up, where the instance requires it or an
 * administrator reset it; null for none.
 */
export const demandedFactor = async (
  queries: Queries,
  { requires_second_factor }: Pick<ServerContext['config'], 'requires_second_factor'>,
  account: Pick<ExternalAccountRow, 'id' | 'factor_reset_at'>,
): Promise<'code' | 'enrolment' | null> => {
  if (await findFactor(queries, account.id)) return 'code'
  return requires_second_factor || account.factor_reset_at !== null ? 'enrolment' : null
}
