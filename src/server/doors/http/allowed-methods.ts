import { API_BASE } from '#contract/api-address'
import type { Route } from './route'

/** The methods of an address; empty where no call has it. */
export const allowedMethods = (routes: readonly Route[], path: string): string[] => {
  const matchingRoutes = routes.filter(({ endpoint }) =>
    new RegExp(`^${API_BASE}/${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return [...new Set(matchingRoutes.map(({ endpoint }) => endpoint.method))]
}
