import type { UserPermission } from '#contract/user-permissions'
import type { User } from '#contract/users'
import { isWithinLevel, ROLES, roleOfId } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { PermissionForm } from '../../permission-form/permission-form'
import { PERMISSION_NOT_UPDATED, PERMISSION_UPDATED } from '../../permission-form/use-save-permission'
import { toastSuccess } from '../../../../ui/toasts'
import { ADD_USER_PERMISSION } from '../user-words'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'

type PermissionDialogProps = OpenDialog & { user: User; permission: UserPermission | null }

/** Adds a permission of a user, or changes one; offers roles up to one's own level. */
export function PermissionDialog({ user, permission, ...modal }: PermissionDialogProps) {
  const { data: viewer } = useQuery(systemPermissionQuery)
  // A permission in a trial can only get another role of trials.
  const isOfSystem = permission !== null && roleOfId(permission.role_id)?.context === 'system'
  const roles = ROLES.filter(
    (role) =>
      viewer !== undefined &&
      isWithinLevel(role, viewer) &&
      (permission === null || (role.context === 'system') === isOfSystem),
  )
  return (
    <ActionDialog {...modal} title={permission === null ? ADD_USER_PERMISSION : 'Edit user permission'}>
      <PermissionForm
        userId={user.id}
        permission={permission}
        roles={roles}
        trialId={null}
        submit={permission === null ? `Add permission for ${user.name}` : `Save permission of ${user.name}`}
        refused={permission === null ? 'User permission was not added' : PERMISSION_NOT_UPDATED}
        onSaved={() => {
          toastSuccess(permission === null ? 'User permission added successfully' : PERMISSION_UPDATED)
          modal.onClose()
        }}
      />
    </ActionDialog>
  )
}
