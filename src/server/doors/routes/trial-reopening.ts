import { api } from '#contract/api'
import { getTrialReopening } from '../../use-cases/trials/reopening/get-trial-reopening'
import { reopenTrial } from '../../use-cases/trials/reopening/reopen-trial'
import { requestTrialReopening } from '../../use-cases/trials/reopening/request-trial-reopening'
import { read, write, type Route } from '../http/route'

/** Where the instance allows it alone (TRIAL_REOPENING). */
export const trialReopeningRoutes: readonly Route[] = [
  read(api.getTrialReopening, getTrialReopening),
  write(api.requestTrialReopening, requestTrialReopening),
  write(api.reopenTrial, reopenTrial),
]
