import { useEffect, useState, type RefObject } from 'react'

/** What the header covers, in px: a little more where there is no banner, which only tells it a moment earlier. */
const COVERED_PX = 80

/** Whether an element has scrolled out of sight below the header. */
export const useIsScrolledAway = (watched: RefObject<Element | null>): boolean => {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (watched.current === null) return undefined
    const observer = new IntersectionObserver((entries) => setIsAway(entries.at(-1)?.isIntersecting === false), {
      rootMargin: `-${COVERED_PX}px 0px 0px 0px`,
    })
    observer.observe(watched.current)
    return () => observer.disconnect()
  }, [watched])
  return isAway
}
