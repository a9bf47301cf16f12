import * as v from 'valibot'

/**
 * The page that a person was on when the session was over, for this tab only and until the next sign-in. It leads back
 * only the same person, or whoever signs in where nobody was.
 */
const KEY = 'equipoise.return-to'

/**
 * What of an address's search outlives a session: what is chosen from a list, and the key by which the wizard asks what became of
 * its question. Nothing that was typed or scanned: a name or an id that was searched is not for the next person.
 */
const KEPT = [
  'attempt',
  'by',
  'run',
  'trial',
  'typed',
  'report',
  'page',
  'page_size',
  'sort',
  'order',
  'status',
  'flag_status',
  'state',
  'kind',
  'expiry',
  'site_id',
]

/** For whom a pack is to be: without it, the stop before a pack of somebody else would not stand after an unlocking. */
const KEPT_AT_DISPENSING = ['participant']
const DISPENSING = /^\/trials\/\d+\/study-packs\/dispense$/

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

/** Keeps an address of this app without what was typed: the session is over, and anybody may come next. */
export const rememberAddress = (storage: Storage, address: string, sub: string | null): void =>
  remember(storage, withoutWords(address), sub)

/** Keeps the whole address of a page that is locked, words searched for with it: only the person whose session it is comes back to it. */
export const rememberLockedAddress = (storage: Storage, address: string, sub: string): void =>
  remember(storage, address.replace(/#.*$/s, ''), sub)

const remember = (storage: Storage, address: string, sub: string | null): void =>
  storage.setItem(KEY, JSON.stringify({ address, sub }))

/** The address to go to after `sub` has signed in; it is forgotten with this. */
export const takeAddress = (storage: Storage, sub: string): string => {
  const parsed = v.safeParse(stored, storage.getItem(KEY))
  storage.removeItem(KEY)
  if (!parsed.success) return '/'
  const { address, sub: whose } = parsed.output
  return whose === null || whose === sub ? address : '/'
}

const withoutWords = (address: string): string => {
  const [path = '/', search = ''] = address.replace(/#.*$/s, '').split('?')
  const parameters = new URLSearchParams(search)
  const names = DISPENSING.test(path) ? [...KEPT, ...KEPT_AT_DISPENSING] : KEPT
  const allowed = names.flatMap((name) => parameters.getAll(name).map((value) => [name, value]))
  return allowed.length === 0 ? path : `${path}?${new URLSearchParams(allowed)}`
}
