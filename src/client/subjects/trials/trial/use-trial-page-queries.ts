import { useQuery } from '@tanstack/react-query'
import { answerOfServer } from '../../../api/answer-at-hand'
import { trialPermissionQuery } from '../../../api/session-queries'
import { trialQuery } from '../../../api/trial-queries'
import { useAtHand } from '../../../device/offline/use-at-hand'
import { useChangedPermission } from './use-changed-permission'

/**
 * A trial, from the server or this device, and what its viewer may do in it. The permission is asked for again whenever a page of
 * the trial opens, and whenever the server refuses what it seemed to include.
 */
export const useTrialPageQueries = (trialId: number) => ({
  trial: useAtHand(trialQuery(trialId)),
  permission: usePermission(trialId),
})

/** The same for a page that needs the server. */
export const useWholeTrialQueries = (trialId: number) => ({
  trial: useQuery({ ...trialQuery(trialId), select: answerOfServer }),
  permission: usePermission(trialId),
})

const usePermission = (trialId: number) => {
  const permission = useQuery({ ...trialPermissionQuery(trialId), refetchOnMount: 'always' })
  useChangedPermission(trialId, permission.data)
  return permission
}
