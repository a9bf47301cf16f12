import { pino } from 'pino'

/** The properties of PostgreSQL's errors that quote values of a row or of a statement. */
const QUOTING = ['detail', 'hint', 'where', 'internalQuery', 'parameters', 'query'] as const

/** SQLSTATE class 22: the message itself quotes the value, such as a name in place of a number. */
const QUOTES_VALUE = /^22[0-9A-Z]{3}$/

/**
 * An error for the log: an error of the database without the values that it quotes, since they may be names or email
 * addresses. Its code, constraint and table stay.
 */
export const errorInLog = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const written: Record<string, unknown> = { ...pino.stdSerializers.err(error) }
  if (typeof written['code'] !== 'string') return written
  for (const field of QUOTING) delete written[field]
  if (!QUOTES_VALUE.test(written['code'])) return written
  written['message'] = `database error ${written['code']}`
  written['stack'] = String(written['stack']).replace(
    /^.*?(?=\n {4}at )/s,
    `${error.name}: ${String(written['message'])}`,
  )
  return written
}
