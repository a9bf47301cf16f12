import type { RowFault } from '#contract/errors'
import { failureOf } from '../../api/failure'

/** What the server has against single rows of a list, in its own names for the columns. */
export const refusedRows = (error: Error | null): RowFault[] => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.rows ?? []) : []
}
