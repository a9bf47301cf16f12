import { findFactor } from '../../../../ground/db/external-account-factors'
import type { ExternalAccountRow } from '../../../../ground/db/external-accounts'
import type { Queries } from '../../../../ground/db/transaction'
import type { ServerContext } from '../../../call/server-context'

/**
 * What is asked of an account after its password: a code of its factor, or that it sets one up, because the instance requires it or an
 * administrator reset it; null where nothing is.
 */
export const demandedFactor = async (
  queries: Queries,
  { requires_second_factor }: Pick<ServerContext['config'], 'requires_second_factor'>,
  account: Pick<ExternalAccountRow, 'id' | 'factor_reset_at'>,
): Promise<'code' | 'enrolment' | null> => {
  if (await findFactor(queries, account.id)) return 'code'
  return requires_second_factor || account.factor_reset_at !== null ? 'enrolment' : null
}
