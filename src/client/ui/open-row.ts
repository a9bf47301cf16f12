import type { MouseEvent } from 'react'

/** A press anywhere in a row counts as one on its first link; the link itself is there for the keyboard. */
export const openRow = (event: MouseEvent<HTMLTableRowElement>) => {
  const pressed = event.target
  if (pressed instanceof Element && pressed.closest('a, button, input, label') !== null) return
  if (getSelection()?.isCollapsed === false) return
  event.currentTarget.querySelector('a')?.click()
}
