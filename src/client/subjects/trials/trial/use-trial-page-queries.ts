import { useQuery } from '@tanstack/react-query'
import { trialPermissionQuery } from '../../../api/session-queries'
import { trialQuery } from '../../../api/trial-queries'
import { useAtHand } from '../../../device/offline/use-at-hand'
import { useChangedPermission } from './use-changed-permission'

/**
 * A trial, from the server or this device, and the viewer's permission in it. The permission is refetched whenever a
 * page of the trial opens, and after an unexpected refusal.
 */
export const useTrialPageQueries = (trialId: number) => ({
  trial: useAtHand(trialQuery(trialId)),
  permission: useTrialPermission(trialId),
})

/** The same permission by itself. */
export const useTrialPermission = (trialId: number) => {
  const permission = useQuery({ ...trialPermissionQuery(trialId), refetchOnMount: 'always' })
  useChangedPermission(trialId, permission.data)
  return permission
}
