import type { User } from '#contract/users'
import type { UserPermission } from '#contract/user-permissions'
import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconInfoCircle, IconPlus, IconUser } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { meQuery } from '../../../../api/session-queries'
import { userPermissionsQuery } from '../../../../api/user-queries'
import { PageSkeleton } from '../../../../ui/page-skeleton'
import { RemovePermissionDialog } from '../../permission-form/remove-permission-dialog'
import { paths } from '../../../../paths'
import { EmptyState } from '../../../../ui/empty-state'
import { LinkButton } from '../../../../ui/link-button'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../device/offline/query-view'
import { useShownUser } from '../use-shown-user'
import { ADD_USER_PERMISSION } from '../user-words'
import { PermissionDialog } from './permission-dialog'
import { PermissionList } from './permission-list'

/** `/users/{id}/permissions`: the permissions of a user. */
export function UserPermissionsScreen() {
  const user = useShownUser()
  return (
    <QueryView query={user} loading={<PageSkeleton />}>
      {(shown) => <Permissions key={shown.id} user={shown} />}
    </QueryView>
  )
}

/** The open dialog. */
type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; permission: UserPermission }

function Permissions({ user }: { user: User }) {
  const permissions = useQuery(userPermissionsQuery(user.id))
  const { data: me } = useQuery(meQuery)
  const [open, setOpen] = useState<Open | null>(null)
  /** The content of a dialog while it fades out. */
  const [shown, setShown] = useState<Open | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const show = (next: Open) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setShown(next)
    setOpen(next)
  }
  const dialog = {
    user,
    onClose: () => setOpen(null),
    onClosed: () => {
      setShown(null)
      opener.current?.focus({ preventScroll: true })
    },
  }
  const isOwn = me?.id === user.id
  return (
    <>
      <PageTitle
        title={`Permissions of ${user.name} (ID ${user.id})`}
        actions={
          <Group gap="sm">
            <LinkButton
              {...paths.user(user.id)}
              activeOptions={{ exact: true }}
              variant="default"
              leftSection={<IconUser size={20} aria-hidden="true" />}
            >
              Edit user details
            </LinkButton>
            {!isOwn && (
              <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => show({ kind: 'add' })}>
                {ADD_USER_PERMISSION}
              </Button>
            )}
          </Group>
        }
      />
      {isOwn && (
        <Alert color="petrol" mb="md" icon={<IconInfoCircle aria-hidden="true" />}>
          Another administrator must change your own permissions.
        </Alert>
      )}
      <QueryView query={permissions} loading={<PageSkeleton />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No permissions">This user has no permissions that you can manage.</EmptyState>
          ) : (
            <PermissionList
              permissions={data}
              isOwn={isOwn}
              onEdit={(permission) => show({ kind: 'edit', permission })}
              onRemove={(permission) => show({ kind: 'remove', permission })}
            />
          )
        }
      </QueryView>
      {(shown?.kind === 'add' || shown?.kind === 'edit') && (
        <PermissionDialog
          {...dialog}
          isOpen={open !== null}
          permission={shown.kind === 'edit' ? shown.permission : null}
        />
      )}
      {shown?.kind === 'remove' && (
        <RemovePermissionDialog
          {...dialog}
          isOpen={open !== null}
          permission={shown.permission}
          consequence="Past actions stay on record."
        />
      )}
    </>
  )
}
