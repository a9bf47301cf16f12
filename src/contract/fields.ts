import { pageCount, supportedPageSize } from '#domain/paging'
import { isRealDay } from '#domain/time/real-day'
import * as v from 'valibot'

export const REQUIRED = 'This field is required'

/** An object of exactly these fields as a caller sends it; each missing field has its own message. */
export const exactObject = <const E extends v.ObjectEntries>(entries: E): v.StrictObjectSchema<E, ObjectMessage> =>
  v.strictObject(entries, (issue) => {
    if (issue.expected === 'Object') return 'Must be an object'
    if (issue.expected === 'never') return 'Unknown field'
    const [, field] = Object.entries(entries).find(([name]) => name === issue.path?.[0].key) ?? []
    return (field && v.safeParse(field, undefined).issues?.[0].message) ?? REQUIRED
  })

/** The message for a fault of an object or of one of its field names. */
export type ObjectMessage = v.ErrorMessage<v.StrictObjectIssue>

export const id = v.pipe(
  v.number('Must be a number'),
  v.safeInteger('Must be a whole number'),
  v.minValue(1, 'Must be a positive ID'),
)

/** An id in an address or a query; any other text there names nothing that exists. */
export const idInAddress = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'Must be a positive ID'), v.transform(Number))

/** A day of the calendar, `YYYY-MM-DD`. */
export const date = v.pipe(
  v.string(REQUIRED),
  v.isoDate('Must be a date, YYYY-MM-DD'),
  v.check(isRealDay, 'Must be a real date'),
)

/** An instant, ISO 8601 in UTC with milliseconds. */
export const instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'Must be an instant in UTC with milliseconds'),
)

/** Required text: trimmed, not empty, at most `limit` characters. */
export const requiredText = (limit = 255, message = REQUIRED) =>
  v.pipe(
    v.string(message),
    v.check(isCleanText, 'Contains a character that cannot be stored'),
    v.trim(),
    v.minLength(1, message),
    v.maxLength(limit, `At most ${limit} characters`),
  )

/** The reason for an action that cannot be undone. */
export const reason = requiredText(2000, 'Please enter a reason')

/** Takes back the person's own last action on the same thing, which is recorded as such; refused a minute after it. */
export const undo = v.optional(v.literal(true, 'Must be true'))

/** Optional text: trimmed, empty becomes null, at most `limit` characters. */
export const optionalText = (limit = 255) =>
  v.pipe(
    v.nullish(
      v.pipe(
        v.string(),
        v.check(isCleanText, 'Contains a character that cannot be stored'),
        v.trim(),
        v.maxLength(limit, `At most ${limit} characters`),
      ),
      null,
    ),
    v.transform((text) => (text === '' ? null : text)),
  )

/** An integer from `min` to `limit`. */
export const integer = (min: number, limit = 1_000_000_000) =>
  v.pipe(
    v.number(({ received }) => (received === 'null' ? REQUIRED : 'Must be a number')),
    v.safeInteger('Must be a whole number'),
    v.minValue(min, `Must be at least ${min}`),
    v.maxValue(limit, `Must be at most ${limit}`),
  )

/** A time zone by its IANA name. */
export const timeZone = v.pipe(
  v.string(REQUIRED),
  v.maxLength(64),
  v.regex(/^[A-Za-z0-9_+\-/]+$/, 'Must be the name of a time zone'),
)

/** An idempotency key: printable ASCII, up to 128 characters. */
export const idempotencyKey = v.pipe(
  v.string(REQUIRED),
  v.regex(/^[\x21-\x7e]{1,128}$/, 'Must be 1 to 128 printable characters'),
)

/** The `page` of a list: from 1. */
export const page = v.optional(
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'Must be a page number from 1'), v.transform(Number)),
  '1',
)

/** The `page_size` of a list: a supported size, or one of `also`; any other value becomes 10. */
export const pageSize = (also: readonly number[] = []) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => supportedPageSize(Number(text), also)),
    ),
    '10',
  )

export const order = (fallback: 'asc' | 'desc') =>
  v.optional(v.picklist(['asc', 'desc'], 'Must be asc or desc'), fallback)

/** A search text: trimmed, undefined where it is empty. */
export const searchText = v.optional(
  v.pipe(
    v.string(),
    v.check(isCleanText, 'Contains a character that cannot be searched'),
    v.trim(),
    v.maxLength(255, 'At most 255 characters'),
  ),
  '',
)

/** A query field that may repeat: `status=started&status=paused`, `limit` times at the most. */
export const repeated = <const S extends v.GenericSchema>(item: S, limit = Infinity) =>
  v.optional(
    v.union(
      [
        Number.isFinite(limit) ? v.pipe(v.array(item), v.maxLength(limit)) : v.array(item),
        v.pipe(
          item,
          v.transform((one) => [one]),
        ),
      ],
      'Not an allowed value',
    ),
    [],
  )

/** A page of a list. */
export const listOf = <const S extends v.GenericSchema>(item: S) =>
  v.strictObject({
    data: v.array(item),
    page: v.number(),
    pages: v.number(),
    total: v.number(),
    page_size: v.number(),
  })

/** The answer of a list: its rows and their place among all rows. */
export const pageOf = <Row>(data: Row[], paging: { page: number; page_size: number }, total: number) => ({
  data,
  page: paging.page,
  pages: pageCount(total, paging.page_size),
  total,
  page_size: paging.page_size,
})

/**
 * Databases cannot store NUL, screens cannot show half a surrogate pair, and XML (and so a spreadsheet) cannot hold U+FFFE or
 * U+FFFF.
 */
function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && !/[\uFFFE\uFFFF\p{Surrogate}]/u.test(text)
}
