import type { StaticDataRouteOption } from '@tanstack/react-router'
import * as v from 'valibot'
import { stringifySearch } from '../api/address-search'

/**
 * The page of a person when their session ended, for this tab only and until the next sign-in. Only the same person returns to
 * it, or anybody where nobody was signed in.
 */
const KEY = 'equipoise.return-to'

type OpenPage = {
  location: { pathname: string; search: object }
  matches: readonly { staticData: StaticDataRouteOption }[]
}

const stored = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const parsed: unknown = JSON.parse(dataset.value)
      return parsed
    } catch {
      addIssue({ message: 'not JSON' })
      return NEVER
    }
  }),
  v.object({ address: v.pipe(v.string(), v.regex(/^\/(?!\/)/)), sub: v.nullable(v.string()) }),
)

/**
 * Stores the address of a page with the search fields that outlive a session: the session is over, and anybody may
 * follow.
 */
export const rememberAddress = (storage: Storage, { location, matches }: OpenPage, sub: string | null): void => {
  const keeps = matches.at(-1)?.staticData.keeps ?? []
  const keptFields = Object.entries(location.search).filter(([name]) => keeps.includes(name))
  remember(storage, `${location.pathname}${stringifySearch(Object.fromEntries(keptFields))}`, sub)
}

/** Stores the whole address of a locked page with its search words: only the person of the session returns to it. */
export const rememberLockedAddress = (storage: Storage, address: string, sub: string): void =>
  remember(storage, address.replace(/#.*$/s, ''), sub)

const remember = (storage: Storage, address: string, sub: string | null): void =>
  storage.setItem(KEY, JSON.stringify({ address, sub }))

/** Takes the address to which `sub` returns after signing in, and deletes it; null where there is none. */
export const takeAddress = (storage: Storage, sub: string): string | null => {
  const parsed = v.safeParse(stored, storage.getItem(KEY))
  storage.removeItem(KEY)
  if (!parsed.success) return null
  const { address, sub: owner } = parsed.output
  return owner === null || owner === sub ? address : null
}
