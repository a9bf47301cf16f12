import { ServerButton } from '../offline/server-button'
import type { UserPermission } from '#contract/user-permissions'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ActionRefused } from '../ui/action-refused'
import { ownEscape } from '../ui/own-escape'
import type { PermissionModalProps } from './permission-modal'
import { useEndPermission } from './use-end-permission'

type RemovePermissionDialogProps = PermissionModalProps & {
  user: { name: string }
  permission: UserPermission
  /** What else follows from it. */
  consequence: string
}

/** Asks before a permission is deleted: whose, which one, and what follows. */
export function RemovePermissionDialog(props: RemovePermissionDialogProps) {
  const { user, permission, consequence, isOpen, onClose, onClosed } = props
  const end = useEndPermission(permission, onClose)
  const place = [permission.trial?.title, permission.site?.title].filter(Boolean).join(', ')
  const close = () => {
    if (!end.isPending) onClose()
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
        <ActionRefused title="User permission was not deleted" error={end.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={close} disabled={end.isPending}>
            Cancel
          </Button>
          <ServerButton
            act="manageUsers"
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
