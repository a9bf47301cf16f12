import type { KeyboardEvent } from 'react'

/**
 * For a dialog above or below another: Mantine's Escape closes every open dialog at once, and loses input. With this, Escape
 * closes only the dialog with the focus.
 */
export const ownEscape = (close: () => void) => ({
  closeOnEscape: false,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
  },
})
