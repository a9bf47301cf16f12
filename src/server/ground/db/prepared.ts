import { sql } from 'kysely'
import { sha256 } from '../secrets/sha256'

const MARK = '/* prepared */'

/**
 * Stands behind the first word of a statement that every connection parses and plans once: most of what a short one costs is that. For
 * statements that run all day in the same words and name the columns that they answer, so that a later migration adds none to them.
 */
export const PREPARED = sql.raw(MARK)

const names = new Map<string, string>()

/** The name under which a connection has a marked statement ready, made of its words; undefined for every other statement. */
export const preparedName = (text: string): string | undefined => {
  if (!text.slice(0, 40).includes(MARK)) return undefined
  const remembered = names.get(text)
  if (remembered !== undefined) return remembered
  const name = sha256(text).toString('hex').slice(0, 32)
  names.set(text, name)
  return name
}
