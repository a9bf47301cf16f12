import { refusal, type Refusal } from '#contract/errors'
import type { TrialReopening } from '#contract/trial-reopening'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { mayReopen } from '#domain/trials/trial-reopening'
import type { Queries } from '../../../ground/db/transaction'
import { findTrial } from '../../../ground/db/trials'
import { findValidRequest } from './find-valid-request'

/** How the re-opening of a trial stands. A request that can no longer be confirmed is not shown. */
export const showTrialReopening = async (
  queries: Queries,
  trialId: number,
  now: string,
): Promise<Outcome<TrialReopening, Refusal>> => {
  const trial = await findTrial(queries, trialId)
  if (!trial) return refused(refusal('not_found'))
  if (!mayReopen(trial)) return accepted({ is_possible: false, request: null })
  const request = await findValidRequest(queries, trial, now)
  return accepted({
    is_possible: true,
    request: request && {
      id: request.id,
      by: { id: request.requested_by, name: request.requested_by_name },
      at: request.requested_at,
      reason: request.reason,
    },
  })
}
