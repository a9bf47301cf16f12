import { isWrite, type Endpoint } from './endpoint'
import { isPublic } from './needs'

/** The header by which a client says that it never repeats a request that was refused. Its only value is `1`. */
export const REFUSAL_IS_FINAL = 'X-Refusal-Is-Final'

/** Whether that header closes the key of a call: only of one that writes something under it. */
export const mayCloseKey = (endpoint: Endpoint): boolean =>
  isWrite(endpoint) && !isPublic(endpoint) && !endpoint.saves_nothing && !endpoint.streams_rows

/** Statuses that say nothing of the request itself: the same request may be sent again. */
const REPEATABLE: ReadonlySet<number> = new Set([401, 408, 425, 429])

/**
 * Whether a refusal is one of this very request. A pack that accepts no more codes refuses it with 429; a session whose sign-in is too
 * old does not, with 403.
 */
export const isFinalRefusal = (status: number, code: string | null): boolean => {
  if (code === 'too_many_codes') return true
  return status >= 400 && status < 500 && !REPEATABLE.has(status) && code !== 'sign_in_not_fresh'
}
