import type { User } from '#contract/users'
import { maxLevel } from '#domain/people/permissions'
import { findUsableInvitations } from '../../../ground/db/association-tokens'
import type { Queries } from '../../../ground/db/transaction'
import { findLivePermissions } from '../../../ground/db/user-permissions'
import { findUserProfiles } from '../../../ground/db/user-profiles'
import type { UserRow } from '../../../ground/db/users'
import type { Actor } from '../../call/call'
import { notificationsIn } from '../notifications/notifications-in'
import { isExpired } from './is-expired'
import { mayLookAfter, shownPermission } from '../permissions/show-permission'

type Viewing = { actor: Actor; now: string; /** Permissions in this trial only. */ trial_id?: number | undefined }

/** Users as people see them who manage the users of the service. */
export const showUsers = async (
  queries: Queries,
  rows: readonly UserRow[],
  { actor, now, trial_id }: Viewing,
): Promise<User[]> => {
  const ids = rows.map(({ id }) => id)
  const profiles = await findUserProfiles(queries, ids)
  const invitations = await findUsableInvitations(queries, ids, now)
  const permissions = await findLivePermissions(queries, ids)
  const notifications = trial_id === undefined ? null : await notificationsIn(queries, trial_id, ids)
  return rows.map((user) => {
    const ownPermissions = permissions.filter(({ user_id }) => user_id === user.id)
    const shown = ownPermissions.filter(
      (row) => mayLookAfter(actor, row) && (trial_id ?? row.trial_id) === row.trial_id,
    )
    return {
      id: user.id,
      name: user.name,
      email: user.email,
      selected_timezone: user.selected_timezone,
      is_active: user.is_active,
      expires_at: user.expires_at,
      is_expired: isExpired(user, now),
      max_level: maxLevel(ownPermissions),
      user_profiles: profiles
        .filter(({ user_id }) => user_id === user.id)
        .map(({ id, idp, created_at }) => ({ id, idp, created_at })),
      invitation: shownInvitation(invitations.find(({ user_id }) => user_id === user.id)),
      user_permissions: shown.map(shownPermission),
      trial_notification: notifications?.get(user.id),
    }
  })
}

const shownInvitation = (invitation: { created_at: string; expires_at: string } | undefined) =>
  invitation ? { sent_at: invitation.created_at, expires_at: invitation.expires_at } : null
