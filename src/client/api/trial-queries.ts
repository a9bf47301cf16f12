import { api } from '#contract/api'
import { HOME_PAGE_SIZE } from '#contract/trials'
import type { SentQuery } from '#contract/endpoint'
import { ACTIVE_STATUS_KEYS } from '#domain/trial-status'
import { endpointQuery } from './endpoint-query'

/** One page of the trial list. */
export const trialsQuery = (query: SentQuery<typeof api.listTrials>) => endpointQuery(api.listTrials, { query })

/** Every trial that is Started or Paused, for the home page. */
export const activeTrialsQuery = trialsQuery({ page_size: String(HOME_PAGE_SIZE), status: [...ACTIVE_STATUS_KEYS] })

export const trialQuery = (trialId: number) =>
  endpointQuery(api.getTrial, { parameters: { trial_id: String(trialId) } })

export const guessabilityQuery = (trialId: number) =>
  endpointQuery(api.getGuessability, { parameters: { trial_id: String(trialId) } })

export const trialStatisticsQuery = (trialId: number) =>
  endpointQuery(api.getTrialStatistics, { parameters: { trial_id: String(trialId) } })
