import { auditEntry, byService } from '../../../ground/audit/audit-entry'
import { later } from '../../../ground/time/clock'
import { replaceAssociationToken } from '../../../ground/db/association-tokens'
import { appendAudit } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import type { UserRow } from '../../../ground/db/users'
import { invitationAddress } from '../../../ground/mail/invitation-address'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import { ON_CONSOLE, type OnConsole } from './on-console'

/** How long a link that is printed on the server's console is valid, in seconds. */
const CONSOLE_LINK_LIFE = 24 * 60 * 60

/**
 * Makes the link by which a person associates an account to sign in with, to be printed on the console. It works once, for 24
 * hours, and only its hash is stored; an earlier link ends.
 */
export const inviteOnConsole = async (
  transaction: Transaction,
  context: OnConsole,
  { id: user_id, name }: Pick<UserRow, 'id' | 'name'>,
  now: string,
): Promise<string> => {
  const secret = newSecret(context)
  const expires_at = later(now, CONSOLE_LINK_LIFE)
  await replaceAssociationToken(transaction, { user_id, token_hash: hashOf(secret), created_at: now, expires_at })
  await appendAudit(
    transaction,
    auditEntry(byService(now), null, {
      kind: 'association_requested',
      description: `A link for 24 hours to associate an account with user ${user_id} was printed on the server’s console: ${name}`,
      reason: ON_CONSOLE,
    }),
  )
  return invitationAddress(context.config.public_url, secret)
}
