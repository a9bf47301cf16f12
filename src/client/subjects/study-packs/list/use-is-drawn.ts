import { startTransition, useEffect, useState } from 'react'

/** Whether the first drawing is on the screen. */
export const useIsDrawn = (): boolean => {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setIsDrawn(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}
