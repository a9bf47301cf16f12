import { failureOf } from './failure'

/** What the server has against single fields, by the path of each; empty where it has not, or nothing was asked yet. */
export const refusedFields = (error: Error | null): Readonly<Record<string, string>> => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.fields ?? {}) : {}
}
