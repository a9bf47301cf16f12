import type { UserPermission } from '#contract/user-permissions'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { failureInPlace } from '../../../api/raised-failure'
import { ServerButton } from '../../../device/offline/server-button'
import { ActionRefused } from '../../../ui/action-refused'
import { ownEscape } from '../../../ui/own-escape'
import { toastWriteFailure } from '../../../ui/toasts'
import type { PermissionModalProps } from './permission-modal'
import { useEndPermission } from './use-end-permission'

type RemovePermissionDialogProps = PermissionModalProps & {
  user: { name: string }
  permission: UserPermission
  /** What else follows from it. */
  consequence: string
}

const NOT_DELETED = 'User permission was not deleted'

/** Asks before a permission is deleted: whose, which one, and what follows. */
export function RemovePermissionDialog(props: RemovePermissionDialogProps) {
  const { user, permission, consequence, isOpen, onClose, onClosed } = props
  const end = useEndPermission(permission, onClose)
  const place = [permission.trial?.title, permission.site?.title].filter(Boolean).join(', ')
  const close = () => {
    if (end.isPending) return
    // A refusal is told in a toast too, which stays: not before the dialog is gone that shows it already.
    const failure = failureInPlace(end.error)
    if (failure !== null) toastWriteFailure(NOT_DELETED, failure)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      {...ownEscape(close)}
      title="Delete user permission"
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <Stack gap="md">
        <Text fw={600}>Are you sure you wish to delete this user permission?</Text>
        <Text>
          {user.name} will no longer be {permission.role.title}
          {place === '' ? '' : ` of ${place}`}. {consequence}
        </Text>
        <ActionRefused title={NOT_DELETED} error={end.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={close} disabled={end.isPending}>
            Cancel
          </Button>
          <ServerButton
            action="manageUsers"
            color="red"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            Delete permission of {user.name}
          </ServerButton>
        </Group>
      </Stack>
    </Modal>
  )
}
