import { Button, Popover, VisuallyHidden } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './list-filter.module.css'

type ListFilterProps = {
  /** How many of its fields narrow the list. */
  count: number
  onClear: () => void
  /** The fields, one below the other. */
  children: ReactNode
}

/** The fields that narrow and sort a list, behind one button with the number of those in use. */
export function ListFilter({ count, onClear, children }: ListFilterProps) {
  return (
    <Popover position="bottom-end" width={288} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={count === 0 ? 'default' : 'light'}
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
        >
          Filter
          {count > 0 && (
            <>
              {' '}
              <span className={classes['count']}>{count}</span> <VisuallyHidden>set</VisuallyHidden>
            </>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['fields']}>
        {children}
        {count > 0 && (
          <Button variant="default" onClick={onClear}>
            Clear filter
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
