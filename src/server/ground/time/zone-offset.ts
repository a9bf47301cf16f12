import { Temporal } from 'temporal-polyfill'

/** The offset of a zone from UTC: in milliseconds, and as `+01:00`. */
type ZoneOffset = { milliseconds: number; text: string }
type Span = ZoneOffset & { from: number; until: number }

/** The spans of time of each zone that were looked up last. A trial of some years has a few. */
const spansOf = new Map<string, readonly Span[]>()
const SPANS = 40

/**
 * The offset of a zone at an instant in milliseconds since 1970. Looked up once between two changes of its clocks: for each row of
 * a file that would take longer than reading it.
 */
export const zoneOffsetAt = (timeZone: string, milliseconds: number): ZoneOffset => {
  const spans = spansOf.get(timeZone) ?? []
  const known = spans.find(({ from, until }) => from <= milliseconds && milliseconds < until)
  if (known) return known
  const span = spanAt(timeZone, milliseconds)
  spansOf.set(timeZone, [span, ...spans].slice(0, SPANS))
  return span
}

const spanAt = (timeZone: string, milliseconds: number): Span => {
  const zoned = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone)
  // The instant of a change has the new offset, and the change before it is an earlier one.
  const isAtChange = zoned.subtract({ nanoseconds: 1 }).offsetNanoseconds !== zoned.offsetNanoseconds
  const from = isAtChange ? milliseconds : zoned.getTimeZoneTransition('previous')?.epochMilliseconds
  return {
    milliseconds: zoned.offsetNanoseconds / NANOSECONDS_PER_MILLISECOND,
    text: zoned.toString({ smallestUnit: 'minute', timeZoneName: 'never' }).slice(-OFFSET_LENGTH),
    from: from ?? Number.NEGATIVE_INFINITY,
    until: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
  }
}

const NANOSECONDS_PER_MILLISECOND = 1e6
const OFFSET_LENGTH = '+01:00'.length
