import type { TrialNotification } from '#contract/trial-notifications'
import { mayChooseStudyPacks, preferencesIn, accessIn, type Preferences } from '#domain/people/notifications'
import type { StoredPermission } from '#domain/people/permissions'
import { findNotifyingTrials, findPreferences } from '../../../ground/db/trial-notifications'
import type { Queries } from '../../../ground/db/transaction'
import { findLivePermissions } from '../../../ground/db/user-permissions'

/** The notifications of these people in a trial, by person id, without people who have no permission there. */
export const notificationsIn = async (
  queries: Queries,
  trialId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, TrialNotification>> => {
  const [trial] = await findNotifyingTrials(queries, [trialId])
  if (!trial) return new Map()
  const permissions = await findLivePermissions(queries, userIds)
  const chosen = await findPreferences(queries, [trialId], userIds)
  return new Map(
    userIds.flatMap((user_id) => {
      const ownPermissions = permissions.filter((one) => one.user_id === user_id)
      if (!ownPermissions.some(({ trial_id }) => trial_id === trialId)) return []
      return [
        [
          user_id,
          shownNotification(trial, user_id, ownPermissions, chosen.find((one) => one.user_id === user_id) ?? null),
        ],
      ]
    }),
  )
}

/** The notifications in a trial of a person with these permissions. */
export const shownNotification = (
  trial: { id: number; is_protected_trial: boolean },
  user_id: number,
  permissions: readonly StoredPermission[],
  chosen: Preferences | null,
): TrialNotification => {
  const access = accessIn(trial, permissions)
  return {
    id: user_id,
    trial_id: trial.id,
    user_id,
    ...preferencesIn(access, chosen),
    has_study_packs_access: mayChooseStudyPacks(access),
  }
}
