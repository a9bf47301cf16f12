import { Query, type Connection, type PoolClient, type QueryResult } from 'pg'
import { encodeParameter } from './encode-parameter'
import type { Statement } from './session-client'
import { preparedName } from './statement-marks'

/** The names of the statements that each connection has ready. */
const ready = new WeakMap<PoolClient, Set<string>>()

/**
 * Sends statements to a server in one message, with one Sync at its end: after one that fails, the server skips the
 * others. Without parameters it is a script, whose statements are not told apart. `limitMs`: how long the answer is
 * awaited, in milliseconds; 0 is the limit of the connection. No `statement_timeout` ends the wait of a COMMIT for a
 * standby, and nothing may: a cancelled one is visible, and may still be lost
 * (src/decisions/0086-a-standby-that-takes-over.md).
 */
export const sendStatements = async (
  client: PoolClient,
  statements: readonly Statement[],
  limitMs: number,
): Promise<readonly unknown[]> => {
  const limit = limitMs === 0 ? {} : { query_timeout: limitMs }
  const script = scriptOf(statements)
  if (script !== null) {
    const answers: unknown = await client.query({ text: script, ...limit })
    return Array.isArray(answers) ? answers : [answers]
  }
  const names = ready.get(client) ?? new Set()
  ready.set(client, names)
  return new Promise((resolve, reject) => {
    const group = new StatementGroup(statements, names, (error, answers) => {
      if (error) return reject(error)
      for (const { sql } of statements) names.add(preparedName(sql) ?? '')
      resolve(Array.isArray(answers) ? answers : [answers])
    })
    // pg reads the limit of a custom query from the query itself.
    client.query(Object.assign(group, limit))
  })
}

/** Statements without parameters as one text, which may itself have several; null where any has to be bound. */
export const scriptOf = (statements: readonly Statement[]): string | null =>
  statements.every(({ sql, parameters }) => parameters.length === 0 && preparedName(sql) === undefined)
    ? statements.map(({ sql }) => sql).join(';\n')
    : null

type Answered = (error: Error | undefined, answers: QueryResult | QueryResult[]) => void

/** pg's own query, whose answers are those of several statements. */
class StatementGroup extends Query {
  constructor(statements: readonly Statement[], ready: ReadonlySet<string>, answered: Answered) {
    super({ text: '' }, undefined, answered)
    this.submit = (connection) => {
      connection.stream.cork()
      try {
        for (const statement of statements) submit(connection, statement, ready)
        connection.sync()
      } finally {
        connection.stream.uncork()
      }
    }
  }
}

const submit = (connection: Connection, { sql, parameters }: Statement, ready: ReadonlySet<string>): void => {
  const name = preparedName(sql) ?? ''
  if (!ready.has(name) || name === '') {
    // A statement that was parsed in a failed message is closed first; closing a missing one is no error.
    if (name !== '') connection.close({ type: 'S', name }, true)
    connection.parse({ name, text: sql, types: [] }, true)
  }
  connection.bind({ statement: name, values: parameters.map(asSent) }, true)
  connection.describe({ type: 'P' }, true)
  connection.execute({}, true)
}

const asSent = (parameter: unknown): string | Buffer | null => {
  const encoded = encodeParameter(parameter)
  return encoded === null || typeof encoded === 'string' ? encoded : Buffer.from(encoded)
}
