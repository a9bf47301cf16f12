import { flushSync } from 'react-dom'
import { focusFirst } from '../focus-first'

/** The id of the button that chooses a file, where a page has one before there is a list. */
export const CHOOSE_FILE_ID = 'choose-file'

/** Clears a chosen file. The pressed button goes with it, so the focus moves to the one that chooses a file. */
export const returnToChoice = (clear: () => void): void => {
  flushSync(clear)
  focusFirst(CHOOSE_FILE_ID)
}
