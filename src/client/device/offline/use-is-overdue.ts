import { useEffect, useState } from 'react'

/** How long an answer is waited for before a fallback is shown, in milliseconds. */
const PATIENCE_MS = 1000

/** Whether something has been awaited for longer than a second, or `patience` in milliseconds. */
export const useIsOverdue = (isAwaited: boolean, patience = PATIENCE_MS): boolean => {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setTimeout(() => setIsOverdue(true), patience)
    return () => {
      clearTimeout(timer)
      setIsOverdue(false)
    }
  }, [isAwaited, patience])
  return isOverdue
}
