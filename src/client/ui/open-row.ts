import type { MouseEvent } from 'react'

/**
 * A press anywhere in a row follows its link marked `data-opens-row`, or else its first link; the link itself is there for the
 * keyboard.
 */
export const openRow = (event: MouseEvent<HTMLTableRowElement>) => {
  const pressed = event.target
  if (pressed instanceof Element && pressed.closest('a, button, input, label') !== null) return
  if (getSelection()?.isCollapsed === false) return
  const row = event.currentTarget
  const link = row.querySelector<HTMLElement>('a[data-opens-row]') ?? row.querySelector('a')
  link?.click()
}
