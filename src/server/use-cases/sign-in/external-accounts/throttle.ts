import { sha256 } from '../../../ground/secrets/sha256'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { ThrottleKind } from '../../../ground/db/throttle-kind'
import { deleteTries, lockTries, insertTries, type ThrottledSubject } from '../../../ground/db/throttles'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import type { ServerContext } from '../../call/server-context'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How far back tries count, and how long after them the next one has to wait, in milliseconds. */
type Rule = { window: number; wait: (tries: readonly number[], now: number) => number }

/** At most so many within the window. */
const atMost = (most: number, window: number): Rule => ({
  window,
  wait: (tries, now) => {
    const oldest = tries.at(-most)
    return oldest === undefined ? 0 : oldest + window - now
  },
})

/** So many at once, then one after a pause that doubles with each, up to the longest. */
const withPauses = (free: number, first: number, longest: number, window: number): Rule => ({
  window,
  wait: (tries, now) => {
    const last = tries.at(-1)
    if (last === undefined || tries.length < free) return 0
    return last + Math.min(first * 2 ** (tries.length - free), longest) - now
  },
})

/**
 * How often each thing may be tried. A wrong password is forgotten after a day, or when the right one or a new one comes:
 * at the fastest, somebody guesses some thirty a day. At a place that the account was opened from they are counted apart, so that
 * strangers elsewhere do not keep its owner out (decision 0048).
 */
const RULES: Record<ThrottleKind, Rule> = {
  password_of_account: withPauses(5, 15 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS),
  password_at_known_place: withPauses(5, 15 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS),
  password_from_address: atMost(30, HOUR_MS),
  code_of_account: withPauses(5, 15 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS),
  code_from_address: atMost(30, HOUR_MS),
  mail_to_account: atMost(3, HOUR_MS),
  reset_from_address: atMost(20, HOUR_MS),
  creation_from_address: atMost(10, HOUR_MS),
  creation_by_invitation: atMost(5, HOUR_MS),
}

/** How long tries are of any interest. */
export const TRIES_KEPT_MS = Math.max(...Object.values(RULES).map(({ window }) => window))

/** What a try is counted against; only its hash is stored. */
export const throttled = (kind: ThrottleKind, subject: string): ThrottledSubject => ({
  kind,
  subject_hash: sha256(`${kind}|${subject}`),
})

/** What was counted for a try, to be taken back where it was none. */
export type ClaimedTry = { takeBack: (kind: ThrottleKind) => Promise<void> }

/** That a try comes too early: against what, and how many seconds it has to wait. */
export type TooEarly = { kind: ThrottleKind; seconds: number }

/**
 * Counts a try before it is made, against each subject, in a transaction of its own: whatever becomes of it, it stays counted,
 * for every process. Refuses where one of them has had too many; then nothing is counted.
 */
export const claimTry = async (
  { database, now }: Pick<ServerContext, 'database' | 'now'>,
  subjects: readonly ThrottledSubject[],
): Promise<Outcome<ClaimedTry, TooEarly>> => {
  const claimed = await inTransaction(database, (transaction) => claimTryWithin(transaction, subjects, now()))
  if (!claimed.ok) return claimed
  return accepted({
    takeBack: (kind) =>
      deleteTries(
        database.queries,
        claimed.value.filter((_, place) => subjects[place]?.kind === kind),
      ),
  })
}

/** The same within a transaction that nothing rolls back any more. Answers the ids of what was counted. */
export const claimTryWithin = async (
  transaction: Transaction,
  subjects: readonly ThrottledSubject[],
  now: string,
): Promise<Outcome<number[], TooEarly>> => {
  const time = Date.parse(now)
  const windows = subjects.map((subject) => ({
    ...subject,
    since: new Date(time - RULES[subject.kind].window).toISOString(),
  }))
  const tries = await lockTries(transaction, windows)
  const waits = windows.map(({ kind }, place) => ({ kind, ms: waitOf(kind, tries[place] ?? [], time) }))
  const longest = waits.reduce((one, other) => (other.ms > one.ms ? other : one))
  if (longest.ms > 0) return refused({ kind: longest.kind, seconds: Math.ceil(longest.ms / 1000) })
  return accepted(await insertTries(transaction, subjects, now))
}

const waitOf = (kind: ThrottleKind, tries: readonly string[], now: number): number =>
  RULES[kind].wait(
    tries.map((tried) => Date.parse(tried)),
    now,
  )
