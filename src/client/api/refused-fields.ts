import { failureOf } from './failure'

/** The server's messages about single fields, by their paths; empty where there are none. */
export const refusedFields = (error: Error | null): Readonly<Record<string, string>> => {
  const failure = failureOf(error)
  return failure?.kind === 'refused' ? (failure.problem.fields ?? {}) : {}
}
