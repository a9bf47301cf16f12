import type { UserPermission } from '#contract/user-permissions'
import type { TrialUser } from '#contract/trial-users'
import { Button, Menu } from '@mantine/core'
import { IconBell, IconChevronDown, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import { mayChange, mayNotify, type Viewer } from './offered-user-actions'
import { placedRole } from './shown-permission'

/** The id of the menu's button, which gets the focus back after the chosen action. */
export const userMenuId = (userId: number): string => `acts-of-user-${userId}`

/** A detail of or an action on a user of a trial. */
export type ChosenUser =
  | { kind: 'permission' | 'remove'; user: TrialUser; permission: UserPermission }
  | { kind: 'notifications'; user: TrialUser }

type UserMenuProps = { user: TrialUser; viewer: Viewer; onChoose: (chosen: ChosenUser) => void }

/** The details of and actions on a user of the trial, permission by permission, behind one button. */
export function UserMenu({ user, viewer, onChoose }: UserMenuProps) {
  const permissions = user.user_permissions
  const removable = permissions.filter((permission) => mayChange(viewer, permission))
  const label = removable.length > 0 || mayNotify(viewer, user) ? 'Actions' : 'View'
  return (
    <Menu id={userMenuId(user.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`${label}: ${user.name} (ID ${user.id})`}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {permissions.map((permission) => {
          const isChangeable = mayChange(viewer, permission)
          const Icon = isChangeable ? IconPencil : IconEye
          const words = isChangeable ? 'Edit permission' : 'View permission'
          return (
            <Fragment key={permission.id}>
              <Menu.Label>{placedRole(permission)}</Menu.Label>
              <Menu.Item
                leftSection={<Icon size={20} aria-hidden="true" />}
                {...(permissions.length > 1 && { 'aria-label': `${words}: ${placedRole(permission)}` })}
                onClick={() => onChoose({ kind: 'permission', user, permission })}
              >
                {words}
              </Menu.Item>
            </Fragment>
          )
        })}
        {mayNotify(viewer, user) && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconBell size={20} aria-hidden="true" />}
              onClick={() => onChoose({ kind: 'notifications', user })}
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
            onClick={() => onChoose({ kind: 'remove', user, permission })}
          >
            {permissions.length > 1 ? `Remove permission: ${placedRole(permission)}` : 'Remove permission'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
