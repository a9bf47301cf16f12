import { sql } from 'kysely'
import { sha256 } from '../secrets/sha256'

const PREPARED_MARK = '/* prepared */'
const WITH_NEXT_MARK = '/* with the next */'
const THEN_COMMIT_MARK = '/* then commit */'

/**
 * Stands behind the first word of a statement that every connection parses and plans once: most of what a short one costs is that. For
 * statements that run all day in the same words and name the columns that they answer, so that a later migration adds none to them.
 */
export const PREPARED = sql.raw(PREPARED_MARK)

/**
 * As `PREPARED`, for a statement that is sent in one message with the next of its transaction: it runs before that one, which does not
 * run where it fails. It answers nothing. For a lock, whose wait the next statement then has behind it.
 */
export const PREPARED_WITH_NEXT = sql.raw(`${PREPARED_MARK} ${WITH_NEXT_MARK}`)

/**
 * As `PREPARED`, for the last statement of a transaction, which is committed in the same message: not where the statement fails. Nothing
 * may be sent after it, and no outcome may depend on its answer.
 */
export const PREPARED_THEN_COMMIT = sql.raw(`${PREPARED_MARK} ${THEN_COMMIT_MARK}`)

/** Where the marks stand. */
const headOf = (text: string): string => text.slice(0, 70)

export const isSentWithNext = (text: string): boolean => headOf(text).includes(WITH_NEXT_MARK)
export const isThenCommitted = (text: string): boolean => headOf(text).includes(THEN_COMMIT_MARK)

const names = new Map<string, string>()

/** The name under which a connection has a marked statement ready, made of its words; undefined for every other statement. */
export const preparedName = (text: string): string | undefined => {
  if (!headOf(text).includes(PREPARED_MARK)) return undefined
  const remembered = names.get(text)
  if (remembered !== undefined) return remembered
  const name = sha256(text).toString('hex').slice(0, 32)
  names.set(text, name)
  return name
}
