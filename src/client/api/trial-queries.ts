import { getDesignConfirmation } from '#contract/design-confirmation'
import { getGuessability } from '#contract/guessability'
import { getReadiness } from '#contract/readiness'
import { getTrialReopening } from '#contract/trial-reopening'
import { getTrial, getTrialStatistics, listTrials } from '#contract/trials'
import { HOME_PAGE_SIZE } from '#contract/trials'
import type { SentQuery } from '#contract/endpoint'
import { ACTIVE_STATUS_KEYS } from '#domain/trials/trial-status'
import { endpointQuery } from './endpoint-query'

/** One page of the trial list. */
export const trialsQuery = (query: SentQuery<typeof listTrials>) => endpointQuery(listTrials, { query })

/** Every Started or Paused trial, for the home page. */
export const activeTrialsQuery = trialsQuery({ page_size: String(HOME_PAGE_SIZE), status: [...ACTIVE_STATUS_KEYS] })

export const trialQuery = (trialId: number) => endpointQuery(getTrial, { parameters: { trial_id: String(trialId) } })

/** The missing and doubtful things of a trial before its start. */
export const readinessQuery = (trialId: number) =>
  endpointQuery(getReadiness, { parameters: { trial_id: String(trialId) } })

/** The state of the design's confirmation by a second person. */
export const designConfirmationQuery = (trialId: number) =>
  endpointQuery(getDesignConfirmation, { parameters: { trial_id: String(trialId) } })

/** Whether a Finished trial can be re-opened, and the request that waits. */
export const trialReopeningQuery = (trialId: number) =>
  endpointQuery(getTrialReopening, { parameters: { trial_id: String(trialId) } })

export const guessabilityQuery = (trialId: number) =>
  endpointQuery(getGuessability, { parameters: { trial_id: String(trialId) } })

export const trialStatisticsQuery = (trialId: number) =>
  endpointQuery(getTrialStatistics, { parameters: { trial_id: String(trialId) } })
