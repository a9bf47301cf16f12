import type { Refusal } from '#contract/errors'
import type { Outcome } from '#domain/outcome'
import type { Queries } from '../../ground/db/transaction'
import { livePermissions } from '../../ground/db/user-permissions'
import { findUserOfAccount } from '../../ground/db/user-profiles'
import type { Actor } from '../../use-cases/call/call'
import type { ServerContext } from '../../use-cases/call/server-context'
import { sha256 } from '../../ground/secrets/sha256'
import { SAMPLE_ACCOUNTS, SAMPLE_ISSUER, type SampleAccountKey } from '../../doors/idp/sample-accounts'

/** Replaces the id of a request in audit entries. */
const NO_REQUEST = 'sample-data'

/** The person of a sample account as if they were signed in, with their present permissions. */
export const sampleActor = async (queries: Queries, key: SampleAccountKey): Promise<Actor> => {
  const account = SAMPLE_ACCOUNTS.find((candidate) => candidate.key === key)
  const user = account && (await findUserOfAccount(queries, { issuer: SAMPLE_ISSUER, subject: account.email }))
  if (!user) throw new Error(`the person of the sample account ${key} is missing`)
  const { id: user_id, name, email, selected_timezone } = user
  const permissions = await livePermissions(queries, user_id)
  const session = { session_id: NO_REQUEST, proved_at: null, opened_offline_at: null }
  return { user_id, name, email, selected_timezone, permissions, ...session }
}

/** A context that sends no messages: the sample's past must not be reported. */
export const silent = (context: ServerContext): ServerContext => ({ ...context, mail: null })

/** A call of such a person at an instant: the arguments of use cases besides address and body. */
export const sampleCall = (
  context: ServerContext,
  actor: Actor,
  now: string,
  idempotencyKey: string | null = null,
) => ({
  context: { ...silent(context), now: () => now },
  actor: { ...actor, proved_at: now },
  now,
  query: {},
  request_id: NO_REQUEST,
  idempotency_key: idempotencyKey,
  clock_offset_ms: null,
  request_hash: sha256(idempotencyKey ?? NO_REQUEST),
})

/** The value of a use case for the sample. A refusal is a fault of the sample's own plan. */
export const granted = <Value>(description: string, outcome: Outcome<Value, Refusal>): Value => {
  if (outcome.ok) return outcome.value
  throw new Error(`${description} was refused: ${outcome.refusal.code}`)
}
