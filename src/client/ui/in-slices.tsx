import { useDeferredValue, type ReactNode } from 'react'

/** Draws its content in slices of a few milliseconds as it appears: a slow tablet answers a finger in between. */
export function InSlices({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
