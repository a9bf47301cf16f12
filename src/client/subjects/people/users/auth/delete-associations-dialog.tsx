import { providerTitle } from '#domain/sign-in/identity'
import type { User } from '#contract/users'
import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { meQuery } from '../../../../api/session-queries'
import { formatInstant } from '../../../../ui/format-time'
import { useDeleteAssociations, type Association } from './use-delete-associations'

/** The label of the button that deletes all of them, and the title of its question. */
export const DELETE_ALL = 'Delete all IdP associations'

type DeletionProps = { user: User; associations: readonly Association[] }

type DeleteAssociationsDialogProps = OpenDialog &
  DeletionProps & {
    /** Whether these are all associations of the user. */
    isAll: boolean
  }

/** Asks before associations are deleted: whose, which, and with which consequence. A toast shows the outcome. */
export function DeleteAssociationsDialog({ isAll, isOpen, onClose, ...deletion }: DeleteAssociationsDialogProps) {
  return (
    <ActionDialog isOpen={isOpen} onClose={onClose} title={isAll ? DELETE_ALL : 'Delete IdP association'}>
      <DeleteAssociationsForm {...deletion} onSettled={onClose} />
    </ActionDialog>
  )
}

function DeleteAssociationsForm({ user, associations, onSettled }: DeletionProps & { onSettled: () => void }) {
  const remove = useDeleteAssociations(user, onSettled)
  const { data: me } = useQuery(meQuery)
  const isOwn = me?.id === user.id
  const isLast = associations.length === user.user_profiles.length
  return (
    <ActionForm
      action={remove}
      refusal={null}
      button={associations.length === 1 ? 'Delete association' : `Delete ${associations.length} associations`}
      icon={IconTrash}
      isGrave
      needsServer="manageUsers"
      onSubmit={() => remove.mutate(associations)}
    >
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
    </ActionForm>
  )
}
