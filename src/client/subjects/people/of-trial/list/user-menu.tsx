import type { UserPermission } from '#contract/user-permissions'
import type { TrialUser } from '#contract/trial-users'
import { Button, Menu } from '@mantine/core'
import { IconBell, IconChevronDown, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import { mayChange, mayNotify, type Viewer } from './offered-user-actions'
import { placedRole } from './shown-permission'

/** The menu, and with it the button to which the focus comes back when what was chosen here is over. */
export const userMenuId = (userId: number): string => `acts-of-user-${userId}`

/** What is to be looked at or done about a user of a trial. */
export type ChosenUser =
  | { what: 'permission' | 'remove'; user: TrialUser; permission: UserPermission }
  | { what: 'notifications'; user: TrialUser }

type UserMenuProps = { user: TrialUser; viewer: Viewer; onChoose: (chosen: ChosenUser) => void }

/** What can be looked at or done about a user of the trial, permission by permission, behind one button. */
export function UserMenu({ user, viewer, onChoose }: UserMenuProps) {
  const permissions = user.user_permissions
  const removable = permissions.filter((permission) => mayChange(viewer, permission))
  const label = removable.length > 0 || mayNotify(viewer, user) ? 'Actions' : 'View'
  return (
    <Menu id={userMenuId(user.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`${label}: ${user.name}`}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {permissions.map((permission) => {
          const isChangeable = mayChange(viewer, permission)
          const Icon = isChangeable ? IconPencil : IconEye
          return (
            <Fragment key={permission.id}>
              <Menu.Label>{placedRole(permission)}</Menu.Label>
              <Menu.Item
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose({ what: 'permission', user, permission })}
              >
                {isChangeable ? 'Edit permission' : 'View permission'}
              </Menu.Item>
            </Fragment>
          )
        })}
        {mayNotify(viewer, user) && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconBell size={20} aria-hidden="true" />}
              onClick={() => onChoose({ what: 'notifications', user })}
            >
              Notifications
            </Menu.Item>
          </>
        )}
        {removable.length > 0 && <Menu.Divider />}
        {removable.map((permission) => (
          <Menu.Item
            key={permission.id}
            c="red"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            onClick={() => onChoose({ what: 'remove', user, permission })}
          >
            {permissions.length > 1 ? `Remove permission: ${placedRole(permission)}` : 'Remove permission'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
