import { sha256 } from '../../../ground/secrets/sha256'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { ThrottleKind } from '../../../ground/db/throttle-kind'
import { deleteTries, lockTries, insertTries, type ThrottledSubject } from '../../../ground/db/throttles'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import type { ServerContext } from '../../call/server-context'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** For how long attempts count, and how long the next one must wait after them, in milliseconds. */
type Rule = { window: number; wait: (tries: readonly number[], now: number) => number }

/** At most `limit` attempts within the window. */
const atMost = (limit: number, window: number): Rule => ({
  window,
  wait: (tries, now) => {
    const oldest = tries.at(-limit)
    return oldest === undefined ? 0 : oldest + window - now
  },
})

/** `free` attempts at once, then each after a pause that doubles, up to the longest. */
const withPauses = (free: number, first: number, longest: number, window: number): Rule => ({
  window,
  wait: (tries, now) => {
    const last = tries.at(-1)
    if (last === undefined || tries.length < free) return 0
    return last + Math.min(first * 2 ** (tries.length - free), longest) - now
  },
})

/**
 * The limits of attempts. A wrong password is forgotten after a day, or after the right or a new one: an attacker can guess
 * some thirty a day. Attempts from a place where the account was opened before are counted separately, so that strangers
 * elsewhere do not lock its owner out (decision 0048).
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

/** How long attempts are stored. */
export const TRIES_KEPT_MS = Math.max(...Object.values(RULES).map(({ window }) => window))

/** The subject of a count; only its hash is stored. */
export const throttled = (kind: ThrottleKind, subject: string): ThrottledSubject => ({
  kind,
  subject_hash: sha256(`${kind}|${subject}`),
})

/** A counted attempt, which can be taken back where it was none. */
export type ClaimedTry = { cancel: (kind: ThrottleKind) => Promise<void> }

/** An attempt that is too early: its subject, and how many seconds it must wait. */
export type TooEarly = { kind: ThrottleKind; seconds: number }

/**
 * Counts an attempt before it is made, against each subject, in a transaction of its own, so that it stays counted whatever
 * follows. Refuses where a subject has had too many; then nothing is counted.
 */
export const claimTry = async (
  { database, now }: Pick<ServerContext, 'database' | 'now'>,
  subjects: readonly ThrottledSubject[],
): Promise<Outcome<ClaimedTry, TooEarly>> => {
  const claimed = await inTransaction(database, (transaction) => claimTryWithin(transaction, subjects, now()))
  if (!claimed.ok) return claimed
  return accepted({
    cancel: (kind) =>
      deleteTries(
        database.queries,
        claimed.value.filter((_, index) => subjects[index]?.kind === kind),
      ),
  })
}

/** The same within a transaction that will not be rolled back. Returns the ids of the counts. */
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
  const waits = windows.map(({ kind }, index) => ({ kind, ms: waitOf(kind, tries[index] ?? [], time) }))
  const longest = waits.reduce((one, other) => (other.ms > one.ms ? other : one))
  if (longest.ms > 0) return refused({ kind: longest.kind, seconds: Math.ceil(longest.ms / 1000) })
  return accepted(await insertTries(transaction, subjects, now))
}

const waitOf = (kind: ThrottleKind, tries: readonly string[], now: number): number =>
  RULES[kind].wait(
    tries.map((tried) => Date.parse(tried)),
    now,
  )
