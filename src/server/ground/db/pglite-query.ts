import { messages, protocol, type PGlite } from '@electric-sql/pglite'
import { DatabaseError } from 'pg'
import { reasonOf } from './database-away'
import { encodeParameter } from './encode-parameter'
import { preparedName } from './prepared'
import { valueParser } from './value-parsers'

/** The result of a statement, in the form of pg. */
type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

/** PostgreSQL itself failed during a query, for example because the disk did: the session can no longer be used. */
export class EmbeddedDatabaseFailure extends Error {
  override name = 'EmbeddedDatabaseFailure'
}

/**
 * Runs SQL on the embedded database's one session as pg runs it on a connection: with parameters as one statement, without
 * as a script that answers statement by statement. `prepared` has the names of the statements that the session has ready.
 * Throws pg's `DatabaseError` where PostgreSQL refuses.
 */
export const queryPglite = async (
  pglite: PGlite,
  prepared: Set<string>,
  sql: string,
  parameters: readonly unknown[],
): Promise<Answer | Answer[]> => {
  const name = preparedName(sql)
  if (name !== undefined) return queryPrepared(pglite, prepared, { name, text: sql }, parameters)
  const request =
    parameters.length > 0
      ? Buffer.concat([protocol.serialize.parse({ text: sql }), execution('', parameters)])
      : protocol.serialize.query(sql)
  return readAnswers(await exchange(pglite, request))
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

const queryPrepared = async (
  pglite: PGlite,
  prepared: Set<string>,
  statement: { name: string; text: string },
  parameters: readonly unknown[],
): Promise<Answer | Answer[]> => {
  const { close, parse } = protocol.serialize
  const { name } = statement
  const run = execution(name, parameters)
  const request = prepared.has(name) ? run : Buffer.concat([close({ type: 'S', name }), parse(statement), run])
  const received = await exchange(pglite, request)
  // Ready from then on, also where running it failed.
  if (received.some((message) => message.name === 'parseComplete')) prepared.add(name)
  return readAnswers(received)
}

/** Runs a statement that was parsed under this name. */
const execution = (statement: string, parameters: readonly unknown[]): Buffer => {
  const { bind, describe, execute, sync } = protocol.serialize
  const values = parameters.map(encodeParameter)
  return Buffer.concat([bind({ statement, values }), describe({ type: 'P' }), execute({}), sync()])
}

const readAnswers = (received: readonly messages.BackendMessage[]): Answer | Answer[] => {
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
  const [only] = answers
  return only && answers.length === 1 ? only : answers
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
