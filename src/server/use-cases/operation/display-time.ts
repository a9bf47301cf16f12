import { invalidFields } from '#contract/errors'
import type { displayTime as endpoint } from '#contract/timezones'
import { accepted, refused } from '#domain/outcome'
import { TIME_ZONE_UNSUPPORTED } from '#domain/time/time-zone'
import { wallClock } from '../../ground/time/calendar'
import type { ReadHandler } from '../call/call'
import { timeZoneNamed } from '../../ground/time/time-zones'

/** The present time in a zone. */
export const displayTime: ReadHandler<typeof endpoint> = async ({ body: { tz }, now }) =>
  timeZoneNamed(tz) !== null
    ? accepted({ time: wallClock(tz, now) })
    : refused(invalidFields({ tz: TIME_ZONE_UNSUPPORTED }))
