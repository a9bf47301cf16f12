import { Group, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './parted-acts.module.css'

type PartedActsProps<Act> = {
  acts: readonly Act[]
  isIrreversible: (act: Act) => boolean
  /** One act, as an item of a menu or as a button. */
  children: (act: Act) => ReactNode
}

/** The items of a menu. What cannot be undone stands below all others, behind a line. */
export function PartedMenuItems<Act>({ acts, isIrreversible, children }: PartedActsProps<Act>) {
  const { harmless, irreversible } = parted(acts, isIrreversible)
  return (
    <>
      {harmless.map(children)}
      {harmless.length > 0 && irreversible.length > 0 && <Menu.Divider />}
      {irreversible.map(children)}
    </>
  )
}

/** Buttons side by side. What cannot be undone stands behind all others, and apart. */
export function PartedButtons<Act>({ acts, isIrreversible, children }: PartedActsProps<Act>) {
  const { harmless, irreversible } = parted(acts, isIrreversible)
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

const parted = <Act,>(acts: readonly Act[], isIrreversible: (act: Act) => boolean) => ({
  harmless: acts.filter((act) => !isIrreversible(act)),
  irreversible: acts.filter((act) => isIrreversible(act)),
})
