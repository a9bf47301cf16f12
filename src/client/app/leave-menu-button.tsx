import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

/** The button of the menu, shown until the menu is loaded. */
export function LeaveMenuButton(props: Pick<ComponentPropsWithRef<'button'>, 'ref'>) {
  return (
    <Button variant="default" aria-label="Account menu" {...props}>
      <IconChevronDown size={18} aria-hidden="true" />
    </Button>
  )
}
