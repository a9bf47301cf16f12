import type { RowFault } from '#contract/problem'
import { failureOf } from './failure'

/** The server's messages about single fields, by their paths; empty where there are none. */
export const refusedFields = (error: unknown): Readonly<Record<string, string>> => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.fields ?? {}) : {}
}

/** The server's faults of single rows of a list, by its own names of the columns. */
export const refusedRows = (error: unknown): RowFault[] => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.rows ?? []) : []
}
