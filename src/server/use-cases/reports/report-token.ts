import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { consumeReportToken, hasReportToken, insertReportToken } from '../../ground/db/report-tokens'
import type { Queries } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import type { DownloadOf } from './download'
import { accountFault } from '../call/authenticate'
import { hashOf, newSecret } from '../../ground/secrets/random-secret'
import { earlier } from '../../ground/time/clock'

/** The purpose of a token: a report or a list, or a whole trial. */
export type TokenOf = DownloadOf | { report: 'archive'; trial_id: number }

/** How long a token can be used, in seconds. */
const TOKEN_LIFE = 2 * 60

/** A token for one download by this person, of which only the hash is stored. */
export const issueReportToken = async (
  queries: Queries,
  context: ServerContext,
  { session_id }: Actor,
  about: TokenOf,
): Promise<string> => {
  const token = newSecret(context)
  const now = context.now()
  const row = { ...about, token_hash: hashOf(token), session_id, issued_at: now }
  await insertReportToken(queries, row, earlier(now, TOKEN_LIFE))
  return token
}

/** Whether such a token for this file exists; it is not used up. */
export const isReportToken = ({ database }: ServerContext, token: string, about: TokenOf): Promise<boolean> =>
  hasReportToken(database.queries, { token_hash: hashOf(token), ...about })

/**
 * Uses a token up and returns its person, with their present permissions. Refuses one that is unknown, used, past its
 * two minutes or for another file, one of a session that has ended, and one of an account that may not be used.
 */
export const redeemReportToken = async (
  { database, now, readSession }: ServerContext,
  token: string,
  { report, trial_id }: TokenOf,
): Promise<Outcome<Actor, Refusal>> => {
  const consumed = await consumeReportToken(database.queries, { token_hash: hashOf(token), report, trial_id })
  if (!consumed || consumed.issued_at < earlier(now(), TOKEN_LIFE)) return refused(refusal('download_token_invalid'))
  const session = await readSession(consumed.session_id)
  if (!session) return refused(refusal('token_revoked'))
  const { ended_at, last_seen_at: _, is_active, expires_at, ...actor } = session
  const fault = accountFault({ is_active, expires_at }, now())
  if (fault !== null) return refused(refusal(fault))
  return ended_at === null ? accepted(actor) : refused(refusal('token_revoked'))
}
