import { api } from '#contract/api'
import type { UserPermission } from '#contract/user-permissions'
import { Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ActionDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { toastWriteFailure } from '../../../api/write-failure-words'
import { hideToast, toastSuccess } from '../../../ui/toasts'

const NOT_DELETED = 'User permission was not deleted'

type RemovePermissionDialogProps = OpenDialog & RemovalProps

type RemovalProps = {
  user: { name: string }
  permission: UserPermission
  /** Its further consequence. */
  consequence: string
}

/** Asks before a permission is deleted: the user, the permission, and the consequence. */
export function RemovePermissionDialog({ isOpen, onClose, onClosed, ...removal }: RemovePermissionDialogProps) {
  return (
    <ActionDialog isOpen={isOpen} onClose={onClose} {...(onClosed && { onClosed })} title="Delete user permission">
      <RemovePermissionForm {...removal} onRemoved={onClose} />
    </ActionDialog>
  )
}

function RemovePermissionForm({ user, permission, consequence, onRemoved }: RemovalProps & { onRemoved: () => void }) {
  const parameters = { user_id: String(permission.user_id), permission_id: String(permission.id) }
  const toast = `permission-${permission.id}-not-deleted`
  const end = useAction(api.endPermission, () => ({ parameters }), {
    onRefused: (failure) => toastWriteFailure(NOT_DELETED, failure, toast),
    onDone: () => {
      hideToast(toast)
      toastSuccess('User permission deleted successfully')
      onRemoved()
    },
  })
  const place = [permission.trial?.title, permission.site?.title].filter(Boolean).join(', ')
  return (
    <ActionForm
      action={end}
      refusal={<ActionRefused title={NOT_DELETED} error={end.error} />}
      button={`Delete permission of ${user.name}`}
      icon={IconTrash}
      isGrave
      needsServer="manageUsers"
      onSubmit={() => end.mutate()}
    >
      <Text fw={600}>Are you sure you wish to delete this user permission?</Text>
      <Text>
        {user.name} will no longer be {permission.role.title}
        {place === '' ? '' : ` of ${place}`}. {consequence}
      </Text>
    </ActionForm>
  )
}
