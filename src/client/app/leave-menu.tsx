import { Menu } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { LeaveMenuButton } from './leave-menu-button'

/** The menu beside the sign-out button, for handing the tablet to another person. */
export function LeaveMenu({ onSwitch }: { onSwitch: () => void }) {
  return (
    <Menu position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <LeaveMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUsers size={20} aria-hidden="true" />} onClick={onSwitch}>
          Switch person
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
