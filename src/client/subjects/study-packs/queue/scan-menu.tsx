import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../../paths'

type ScanMenuProps = { trials: readonly { id: number; title: string }[]; children: ReactNode }

/** Asks for the trial in which a pack is scanned. The child is the button. */
export function ScanMenu({ trials, children }: ScanMenuProps) {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {trials.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => void navigate(paths.dispense(id))}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
