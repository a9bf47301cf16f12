/** Statuses that say nothing of the request itself: the same request may be sent again. */
const REPEATABLE: ReadonlySet<number> = new Set([401, 408, 425, 429])

/** The header by which a client says that it never repeats a request that was refused. Its only value is `1`. */
export const REFUSAL_IS_FINAL = 'X-Refusal-Is-Final'

/** Whether a refusal is one of this very request. With 429 that is a pack which accepts no more codes. */
export const isFinalRefusal = (status: number, code: string | null): boolean =>
  status >= 400 && status < 500 && (code === 'too_many_codes' || !REPEATABLE.has(status))
