import type { RowFault } from '#contract/errors'
import { failureOf } from './failure'

/** The server's messages about single fields, by their paths; empty where there are none. */
export const refusedFields = (error: unknown): Readonly<Record<string, string>> => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.fields ?? {}) : {}
}

/** What the server has against single rows of a list, in its own names for the columns. */
export const refusedRows = (error: unknown): RowFault[] => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.rows ?? []) : []
}
