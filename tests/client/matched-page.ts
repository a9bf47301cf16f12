import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { router as appRouter } from '../../src/client/app/router'

type Matches = ReturnType<typeof appRouter.matchRoutes>
type MatchedPage = {
  location: typeof appRouter.latestLocation
  matches: Matches
  page: Matches[number]
  routes: typeof appRouter.routesByPath
}

/** The page of the app at an address, from its routes alone: nothing is loaded. */
export const matchedPage = (address: string): MatchedPage => {
  const router = createRouter({ ...appRouter.options, history: createMemoryHistory({ initialEntries: [address] }) })
  const location = router.latestLocation
  const matches = router.matchRoutes(location)
  const page = matches.at(-1)
  if (page === undefined) throw new Error(`Nothing is at ${address}`)
  return { location, matches, page, routes: router.routesByPath }
}
