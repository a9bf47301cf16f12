import type { listTimezones as endpoint } from '#contract/timezones'
import { accepted } from '#domain/outcome'
import { timeZones } from '../../ground/time/time-zones'
import type { ReadHandler } from '../call/call'

/** Every time zone that the service supports. */
export const listTimezones: ReadHandler<typeof endpoint> = async () => accepted({ data: timeZones() })
