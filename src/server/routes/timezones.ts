import { api } from '#contract/api'
import { read, type Route } from '../http/route'
import { displayTime } from '../services/timezones/display-time'
import { listTimezones } from '../services/timezones/list-timezones'

export const timezoneRoutes: readonly Route[] = [
  read(api.listTimezones, listTimezones),
  // A POST in the API, though it changes nothing.
  read(api.displayTime, displayTime),
]
