import type { KeyboardEvent } from 'react'

/**
 * For a dialog that lies over or under another: Mantine's Escape closes every open dialog at once, and with it what was
 * typed there. With this, Escape closes the one that the focus is in.
 */
export const ownEscape = (close: () => void) => ({
  closeOnEscape: false,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
  },
})
