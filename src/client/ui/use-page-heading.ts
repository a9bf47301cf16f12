import { useEffect, useRef, type RefObject } from 'react'

/** Whether a page was shown before: on the first one a screen reader begins at the top, not at the heading. */
let navigated = false

/** The heading of a page. It takes the focus when the page replaces another, so that a screen reader announces it. */
export const usePageHeading = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true })
    navigated = true
  }, [])
  return heading
}
