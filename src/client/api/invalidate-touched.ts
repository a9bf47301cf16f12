import { isTouched, type Touches } from '#contract/touches'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** The paths that a call changes, and the parameters of its path. */
export type Touched = { touches?: Touches | undefined; parameters?: Readonly<Record<string, unknown>> | undefined }

/**
 * Refetches the queries that a call may have changed. Where both name a trial, user or the like, it must be the same
 * one. `replaced` is current already.
 */
export const invalidateTouched = (
  client: QueryClient,
  { touches = [], parameters = {} }: Touched,
  replaced?: { queryKey: QueryKey },
): void => {
  const replacedQuery = replaced === undefined ? null : client.getQueryCache().find(replaced)
  const predicate = (query: Query) => {
    const [path, about] = query.queryKey
    return (
      query !== replacedQuery && typeof path === 'string' && isTouched(touches, path) && areOfTheSame(parameters, about)
    )
  }
  void client.invalidateQueries({ predicate })
}

const areOfTheSame = (parameters: Readonly<Record<string, unknown>>, about: unknown): boolean =>
  typeof about !== 'object' ||
  about === null ||
  Object.entries(about).every(([name, value]) => parameters[name] === undefined || parameters[name] === value)
