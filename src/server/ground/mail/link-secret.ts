import { seal, unseal } from '../secrets/sealed-secret'
import type { SeedKeys } from '../secrets/seed-keys'
import { accountIdOf, type PersonalFacts } from '../db/message-facts'

/*
 * The secret of a link waits in the outbox sealed with the seed key, until its email is sent or given up. A reader of
 * the database alone cannot use it, and after the sending nobody can.
 */

type Of = { facts: PersonalFacts; user_id: number }

/** Bound to one kind of email, one person and one account. */
const purposeOf = ({ facts, user_id }: Of) => ['link', facts.kind, user_id, accountIdOf(facts)].join('|')

/** Seals the secret of a link for the queued email with these facts. Returns base64. */
export const sealLinkSecret = (
  of: Of,
  secret: string,
  { seed_key, randomBytes }: { seed_key: Uint8Array; randomBytes: (length: number) => Uint8Array },
): string => Buffer.from(seal(seed_key, purposeOf(of), Buffer.from(secret), randomBytes)).toString('base64')

/** Opens a secret that `sealLinkSecret` sealed. Null where it was sealed with another key or for another email. */
export const openLinkSecret = (of: Of, sealed: string, keys: SeedKeys): string | null => {
  const opened = unseal(keys, purposeOf(of), Buffer.from(sealed, 'base64'))
  return opened.ok ? Buffer.from(opened.value).toString() : null
}
