import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../../ground/audit/audit-entry'
import { later } from '../../ground/time/clock'
import { appendAudit } from '../../ground/db/audit-log'
import { deleteSigningKeys, lockSigningKeys, type SigningKeyRow } from '../../ground/db/signing-keys'
import { inTransaction } from '../../ground/db/transaction'
import type { ServerContext } from '../../use-cases/call/server-context'
import { makeSigningKey } from '../../ground/sessions/make-signing-key'
import { LONGEST_SESSION_SECONDS } from '../../ground/sessions/session-tokens'
import { BEFORE_IT_SIGNS } from '../../ground/sessions/signing-keys'

/** The age at which a key is replaced: 30 days, in seconds. */
const LIFE_OF_A_KEY = 30 * 24 * 60 * 60

/**
 * Replaces an old key that signs sessions, and deletes earlier ones once every token that they may have signed has expired
 * (decision 0038).
 */
export const rotateSigningKeys = async (context: ServerContext): Promise<void> => {
  const { config, now, randomBytes, log } = context
  await inTransaction(context.database, async (transaction) => {
    const stored = await lockSigningKeys(transaction)
    const [newest] = stored
    const at = now()
    const ended = keysEnded(stored, at)
    const isDue = newest !== undefined && later(newest.created_at, LIFE_OF_A_KEY) <= at
    const made = isDue ? await makeSigningKey(transaction, { keys: config, now, randomBytes }) : null
    await deleteSigningKeys(transaction, ended)
    if (made === null && ended.length === 0) return accepted(null)
    log.info({ made: made?.kid, ended }, 'signing keys replaced')
    await appendAudit(
      transaction,
      auditEntry(byService(at), null, {
        kind: 'signing_keys_replaced',
        description: 'Keys that sign sessions replaced',
        changes: [
          ...(made === null ? [] : [{ field: 'signing_key', old: null, new: made.kid }]),
          ...ended.map((kid) => ({ field: 'signing_key', old: kid, new: null })),
        ],
      }),
    )
    return accepted(null)
  })
}

/** The ids of keys whose successor has signed for longer than any token lives, and an hour for clocks that differ. */
const keysEnded = (stored: readonly SigningKeyRow[], now: string): string[] =>
  stored.flatMap(({ kid }, index) => {
    const successor = stored[index - 1]
    if (!successor) return []
    return later(successor.created_at, BEFORE_IT_SIGNS + LONGEST_SESSION_SECONDS + 3600) <= now ? [kid] : []
  })
