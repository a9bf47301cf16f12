import { Group, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './separated-actions.module.css'

type SeparatedActionsProps<Action> = {
  actions: readonly Action[]
  isIrreversible: (action: Action) => boolean
  /** An action, as an item of a menu or a button. */
  children: (action: Action) => ReactNode
}

/** The items of a menu. Those that cannot be undone come last, below a line. */
export function PartedMenuItems<Action>({ actions, isIrreversible, children }: SeparatedActionsProps<Action>) {
  const { harmless, irreversible } = separated(actions, isIrreversible)
  return (
    <>
      {harmless.map(children)}
      {harmless.length > 0 && irreversible.length > 0 && <Menu.Divider />}
      {irreversible.map(children)}
    </>
  )
}

/** Buttons side by side. Those that cannot be undone come last, and apart. */
export function PartedButtons<Action>({ actions, isIrreversible, children }: SeparatedActionsProps<Action>) {
  const { harmless, irreversible } = separated(actions, isIrreversible)
  return (
    <Group gap="xs" className="no-print">
      {harmless.map(children)}
      {irreversible.length > 0 && (
        <Group gap="xs" className={harmless.length > 0 ? classes['apart'] : undefined}>
          {irreversible.map(children)}
        </Group>
      )}
    </Group>
  )
}

const separated = <Action,>(actions: readonly Action[], isIrreversible: (action: Action) => boolean) => ({
  harmless: actions.filter((action) => !isIrreversible(action)),
  irreversible: actions.filter((action) => isIrreversible(action)),
})
