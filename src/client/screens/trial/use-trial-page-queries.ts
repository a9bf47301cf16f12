import { useQuery } from '@tanstack/react-query'
import { trialPermissionQuery } from '../../api/session-queries'
import { trialQuery } from '../../api/trial-queries'

/**
 * A trial and what its viewer may do in it. The permission is asked for anew whenever a page of the trial opens
 * (specification 000, section 6).
 */
export const useTrialPageQueries = (trialId: number) => ({
  trial: useQuery(trialQuery(trialId)),
  permission: useQuery({ ...trialPermissionQuery(trialId), refetchOnMount: 'always' }),
})
