import { api } from '#contract/api'
import { read, type Route } from '../http/route'
import { displayTime } from '../../use-cases/operation/display-time'
import { listTimezones } from '../../use-cases/operation/list-timezones'

export const timezoneRoutes: readonly Route[] = [
  read(api.listTimezones, listTimezones),
  // A POST in the specification, though it changes nothing.
  read(api.displayTime, displayTime),
]
