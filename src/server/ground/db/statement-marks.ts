import { sql } from 'kysely'
import { sha256 } from '../secrets/sha256'

const PREPARED_MARK = '/* prepared */'
const WITH_NEXT_MARK = '/* with the next */'
const THEN_COMMIT_MARK = '/* then commit */'

/**
 * A mark after the first word of a statement that every connection parses and plans once: that is most of the cost of a
 * short one. For statements that run all day in the same words and name their result columns, so that a later migration
 * adds none to them.
 */
export const PREPARED = sql.raw(PREPARED_MARK)

/**
 * As `PREPARED`, for a statement that is sent in one message with the next of its transaction: it runs before that one,
 * which does not run where it fails. It returns nothing. For a lock, so that the next statement runs after its wait.
 */
export const PREPARED_WITH_NEXT = sql.raw(`${PREPARED_MARK} ${WITH_NEXT_MARK}`)

/**
 * As `PREPARED`, for the last statement of a transaction, which is committed in the same message: not where the statement fails. Nothing
 * may be sent after it, and no outcome may depend on its answer.
 */
export const PREPARED_THEN_COMMIT = sql.raw(`${PREPARED_MARK} ${THEN_COMMIT_MARK}`)

/** The place of the marks. */
const headOf = (text: string): string => text.slice(0, 70)

export const isSentWithNext = (text: string): boolean => headOf(text).includes(WITH_NEXT_MARK)
export const isThenCommitted = (text: string): boolean => headOf(text).includes(THEN_COMMIT_MARK)

const names = new Map<string, string>()

/** The name of a marked statement on a connection, made of its words; undefined for every other statement. */
export const preparedName = (text: string): string | undefined => {
  if (!headOf(text).includes(PREPARED_MARK)) return undefined
  const remembered = names.get(text)
  if (remembered !== undefined) return remembered
  const name = sha256(text).toString('hex').slice(0, 32)
  names.set(text, name)
  return name
}
