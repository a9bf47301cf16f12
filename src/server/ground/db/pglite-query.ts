import { messages, protocol, type PGlite } from '@electric-sql/pglite'
import { DatabaseError } from 'pg'
import { reasonOf } from './database-away'
import { encodeParameter } from './encode-parameter'
import type { Statement } from './session-client'
import { scriptOf } from './statement-group'
import { preparedName } from './statement-marks'
import { valueParser } from './value-parsers'

/** The result of a statement, in the form of pg. */
type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

/** PostgreSQL itself failed during a query, for example because the disk did: the session can no longer be used. */
export class EmbeddedDatabaseFailure extends Error {
  override name = 'EmbeddedDatabaseFailure'
}

/**
 * Runs statements on the embedded database's one session as `sendStatements` runs them on a connection. `prepared` has the names of the
 * statements that the session has ready. Throws pg's `DatabaseError` where PostgreSQL refuses.
 */
export const queryPglite = async (
  pglite: PGlite,
  prepared: Set<string>,
  statements: readonly Statement[],
): Promise<readonly Answer[]> => {
  const script = scriptOf(statements)
  if (script !== null) return readAnswers(await exchange(pglite, protocol.serialize.query(script)))
  const request = Buffer.concat([...statements.flatMap((one) => execution(one, prepared)), protocol.serialize.sync()])
  const answers = readAnswers(await exchange(pglite, request))
  for (const { sql } of statements) prepared.add(preparedName(sql) ?? '')
  return answers
}

const exchange = async (pglite: PGlite, request: Uint8Array): Promise<readonly messages.BackendMessage[]> => {
  // After an error PGlite must not drop the following messages, which say that the session is ready again.
  const options = { syncToFs: false, throwOnError: false }
  try {
    const { messages: received } = await pglite.runExclusive(() => pglite.execProtocol(request, options))
    return received
  } catch (error) {
    throw new EmbeddedDatabaseFailure(`The embedded database failed: ${reasonOf(error)}`, { cause: error })
  }
}

const execution = ({ sql, parameters }: Statement, prepared: ReadonlySet<string>): Uint8Array[] => {
  const { close, parse, bind, describe, execute } = protocol.serialize
  const name = preparedName(sql) ?? ''
  const values = parameters.map(encodeParameter)
  return [
    ...(name === '' || prepared.has(name) ? [] : [close({ type: 'S', name })]),
    ...(name !== '' && prepared.has(name) ? [] : [parse({ name, text: sql })]),
    bind({ statement: name, values }),
    describe({ type: 'P' }),
    execute({}),
  ]
}

const readAnswers = (received: readonly messages.BackendMessage[]): Answer[] => {
  const answers: Answer[] = []
  let fields: messages.Field[] = []
  let rows: Record<string, unknown>[] = []
  for (const message of received) {
    if (message instanceof messages.DatabaseError) throw asError(message)
    if (message instanceof messages.RowDescriptionMessage) fields = message.fields
    if (message instanceof messages.DataRowMessage) rows.push(readRow(fields, message.fields))
    if (message instanceof messages.CommandCompleteMessage) {
      answers.push({ ...readTag(message.text), rows })
      rows = []
    }
  }
  return answers
}

const readRow = (fields: readonly messages.Field[], texts: readonly (string | null)[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, dataTypeID }, index) => {
      const text = texts[index] ?? null
      return [name, text === null ? null : valueParser(dataTypeID)(text)]
    }),
  )

/** A command's tag, such as `INSERT 0 5`, `UPDATE 3` or `CREATE TABLE`. */
const readTag = (tag: string) => {
  const [command = ''] = tag.split(' ')
  const count = /\d+$/.exec(tag)
  return { command, rowCount: count ? Number(count[0]) : null }
}

/** After a fatal error of PostgreSQL, PGlite continues in an undefined state. */
const asError = (error: messages.DatabaseError): DatabaseError | EmbeddedDatabaseFailure => {
  const refusal = Object.assign(new DatabaseError(error.message, error.length, 'error'), error)
  if (error.severity !== 'FATAL' && error.severity !== 'PANIC') return refusal
  return new EmbeddedDatabaseFailure(`The embedded database failed: ${error.message}`, { cause: refusal })
}
