import { Button, NativeSelect, Popover, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { ActionRefused } from '../action/action-refused'
import { useIsAway } from '../device/offline/use-connection'
import { OFFLINE_REASONS } from '../offline-reasons'
import { ColumnFields, type ColumnFieldsProps } from './column-fields'
import { DENSITY_WORDS } from './display-words'
import { useChangeDisplay, useDisplay } from './use-display'
import classes from './view-menu.module.css'

/** The display of a list: the height of its rows, and the order of its columns. */
export function ViewMenu(props: ColumnFieldsProps) {
  return (
    <Popover position="bottom-end" width={336} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={20} aria-hidden="true" />}>
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['menu'] ?? ''}>
        <ViewFields {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ViewFields(props: ColumnFieldsProps) {
  const { density } = useDisplay()
  const { change, error } = useChangeDisplay()
  const isAway = useIsAway()
  return (
    <>
      {isAway && <Text>{OFFLINE_REASONS.changeView}</Text>}
      <NativeSelect
        label="Rows"
        description="In every list"
        disabled={isAway}
        value={density}
        data={DENSITY_WORDS}
        onChange={({ currentTarget: { value } }) =>
          change({ density: DENSITY_WORDS.find((one) => one.value === value)?.value })
        }
      />
      <ActionRefused title="The view was not saved" error={error} />
      <ColumnFields {...props} />
    </>
  )
}

/** The columns alone, for a table without a choice of row height. Shown where the screen has room for every column. */
export function ColumnsMenu(props: ColumnFieldsProps) {
  const isAway = useIsAway()
  return (
    <Popover position="bottom-end" width={336} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={20} aria-hidden="true" />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['menu'] ?? ''}>
        {isAway && <Text>{OFFLINE_REASONS.changeView}</Text>}
        <ColumnFields {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
