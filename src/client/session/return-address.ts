import * as v from 'valibot'

/**
 * The page of a person when their session ended, for this tab only and until the next sign-in. Only the same person returns to
 * it, or anybody where nobody was signed in.
 */
const KEY = 'equipoise.return-to'

/**
 * The search fields of an address that outlive a session: choices from lists, and the key by which the wizard requests an
 * outcome. Nothing typed or scanned, since the next person must not see a searched name or ID.
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

/**
 * The participant of the pack to dispense: without it, the stop before another participant's pack would be missing after
 * unlocking.
 */
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

/** Stores an address of this app without typed fields: the session is over, and anybody may follow. */
export const rememberAddress = (storage: Storage, address: string, sub: string | null): void =>
  remember(storage, withoutWords(address), sub)

/** Stores the whole address of a locked page with its search words: only the person of the session returns to it. */
export const rememberLockedAddress = (storage: Storage, address: string, sub: string): void =>
  remember(storage, address.replace(/#.*$/s, ''), sub)

const remember = (storage: Storage, address: string, sub: string | null): void =>
  storage.setItem(KEY, JSON.stringify({ address, sub }))

/** Takes the address to which `sub` returns after signing in, and deletes it. */
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
