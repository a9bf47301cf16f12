import * as v from 'valibot'
import { endpoint } from './endpoint'
import { timeZone } from './fields'
import { anybody, signedIn } from './needs'

export const listTimezones = endpoint({
  method: 'GET',
  path: 'timezones',
  summary: 'List the supported time zones, UTC first',
  needs: anybody,
  status: 200,
  response: v.strictObject({ data: v.array(v.string()) }),
  is_versioned: true,
})

export const displayTime = endpoint({
  method: 'POST',
  path: 'time-display',
  saves_nothing: true,
  summary: 'Read the current time in a time zone, as text',
  needs: signedIn,
  body: v.strictObject({ tz: timeZone }),
  status: 200,
  response: v.strictObject({ time: v.string() }),
})
