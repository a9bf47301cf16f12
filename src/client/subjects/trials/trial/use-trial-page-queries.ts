import { readStoredTrial } from '#contract/stored-answers'
import { useQuery } from '@tanstack/react-query'
import { trialPermissionQuery } from '../../../api/session-queries'
import { trialQuery } from '../../../api/trial-queries'
import { useQueryOrStored } from '../../../device/offline/use-query-or-stored'
import { useChangedPermission } from './use-changed-permission'

/**
 * A trial, or what this device keeps of it while the server cannot be asked, and what its viewer may do in it. The permission is
 * asked for again whenever a page of the trial opens, and whenever the server refuses what it seemed to include.
 */
export const useTrialPageQueries = (trialId: number) => {
  const { query: trial, stored } = useQueryOrStored(trialQuery(trialId), readStoredTrial)
  const permission = useQuery({ ...trialPermissionQuery(trialId), refetchOnMount: 'always' })
  useChangedPermission(trialId, permission.data)
  return { trial, stored, permission }
}
