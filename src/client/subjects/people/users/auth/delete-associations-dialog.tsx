import { providerTitle } from '#domain/sign-in/identity'
import type { User } from '#contract/users'
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../../../api/session-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { formatInstant } from '../../../../ui/format-time'
import { ownEscape } from '../../../../ui/own-escape'
import { useDeleteAssociations, type Association } from './use-delete-associations'

/** The label of the button that deletes all of them, and the title of its question. */
export const DELETE_ALL = 'Delete all IdP associations'

type DeleteAssociationsDialogProps = {
  user: User
  associations: readonly Association[]
  /** Whether these are all associations of the user. */
  isAll: boolean
  isOpen: boolean
  onClose: () => void
}

/** Asks before associations are deleted: whose, which, and with which consequence. A toast shows the outcome. */
export function DeleteAssociationsDialog(props: DeleteAssociationsDialogProps) {
  const { user, associations, isAll, isOpen, onClose } = props
  const remove = useDeleteAssociations(user, onClose)
  const { data: me } = useQuery(meQuery)
  const isOwn = me?.id === user.id
  const isLast = associations.length === user.user_profiles.length
  const close = () => {
    if (!remove.isPending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      {...ownEscape(close)}
      title={isAll ? DELETE_ALL : 'Delete IdP association'}
      size="lg"
    >
      <Stack gap="md">
        <Text>{isOwn ? 'You' : user.name} will no longer be able to sign in with:</Text>
        <List>
          {associations.map(({ id, idp, created_at }) => (
            <List.Item key={id}>
              {providerTitle(idp)}, associated {formatInstant(created_at, null)}
            </List.Item>
          ))}
        </List>
        {isOwn && isLast && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
            This signs you out at once. Only another system administrator can invite you again.
          </Alert>
        )}
        <Text>
          Anyone signed in with {associations.length === 1 ? 'it' : 'one of them'} is signed out at once. An IdP
          association email lets {isOwn ? 'you' : user.name} choose an account again.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={close} disabled={remove.isPending}>
            Cancel
          </Button>
          <ServerButton
            action="manageUsers"
            color="red"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            loading={remove.isPending}
            onClick={() => remove.mutate(associations)}
          >
            {associations.length === 1 ? 'Delete association' : `Delete ${associations.length} associations`}
          </ServerButton>
        </Group>
      </Stack>
    </Modal>
  )
}
