import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'

/** How long a button waits after the press that led to it, in milliseconds: longer than a double tap. */
const REST_MS = 500

/** Whether a button may be pressed: at once, or once the press that led to it cannot be half of a double tap. */
export const useIsAtRest = (isJustPressed: boolean): boolean => {
  const [isAtRest, setIsAtRest] = useState(!isJustPressed)
  useTimeout(() => setIsAtRest(true), REST_MS, { autoInvoke: true })
  return isAtRest
}
