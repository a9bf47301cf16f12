import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { acknowledgeAlarm } from '../../use-cases/operation/status/acknowledge-alarm'
import { getServiceStatus } from '../../use-cases/operation/status/get-service-status'

export const serviceStatusRoutes: readonly Route[] = [
  read(api.getServiceStatus, getServiceStatus),
  write(api.acknowledgeAlarm, acknowledgeAlarm),
]
