import { readStoredTrial } from '#contract/stored-answers'
import { trialQuery } from '../api/trial-queries'
import { useQueryOrStored } from '../device/offline/use-query-or-stored'

/** The title of a trial, from the server or from this device; its id until it is loaded. */
export function TrialTitle({ trialId }: { trialId: number }) {
  const { query, stored } = useQueryOrStored(trialQuery(trialId), readStoredTrial)
  return query.data?.title ?? stored?.answer.title ?? `Trial ${trialId}`
}
