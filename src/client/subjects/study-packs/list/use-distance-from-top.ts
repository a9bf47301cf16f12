import { useEffect, useState, type RefObject } from 'react'

/** How far from the top of the page an element begins, in px. The content above it may grow and shrink. */
export const useDistanceFromTop = (element: RefObject<HTMLElement | null>): number => {
  const [distance, setDistance] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined) setDistance(Math.round(top + window.scrollY))
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return distance
}
