import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The most packs drawn for a printer on each side of those on the screen: more would hold the page up for seconds. */
export const MOST_PRINTED = 1000

/** Whether the page is being printed. It is drawn at once, before the browser makes the sheets. */
export const useIsPrinting = (): boolean => {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
