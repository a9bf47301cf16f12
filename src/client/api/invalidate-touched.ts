import { isTouched, type Touches } from '#contract/touches'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** The paths that a call changes, and the parameters of its path. */
export type Touched = { touches?: Touches | undefined; parameters?: Readonly<Record<string, unknown>> | undefined }

/**
 * Fetches again whatever a call may have changed, for the same trial, user and so on as far as both name one; `replaced` is
 * known already.
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
