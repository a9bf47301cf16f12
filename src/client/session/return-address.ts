import * as v from 'valibot'

/**
 * The page that a person was on when the session was over, for this tab only and until the next sign-in. It leads back
 * only the same person, or whoever signs in where nobody was.
 */
const KEY = 'equipoise.return-to'

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

export const rememberAddress = (storage: Storage, address: string, sub: string | null): void =>
  storage.setItem(KEY, JSON.stringify({ address, sub }))

/** The address to go to after `sub` has signed in; it is forgotten with this. */
export const takeAddress = (storage: Storage, sub: string): string => {
  const found = v.safeParse(stored, storage.getItem(KEY))
  storage.removeItem(KEY)
  if (!found.success) return '/'
  const { address, sub: whose } = found.output
  return whose === null || whose === sub ? address : '/'
}
