import { useEffect, useLayoutEffect } from 'react'

/** How long what the server painted may stay where the page that replaces it does not appear, in milliseconds. */
const LONGEST_MS = 3000

/** Removes what the server painted before the app was there. */
export const removeFirstPaint = (): void => document.getElementById('first-paint')?.remove()

/** Removes it as soon as the app draws the same, or says why it does not; at the latest some time after the server answered. */
export const useFirstPaintUntil = (isReplaced: boolean, isAnswered: boolean): void => {
  useLayoutEffect(() => {
    if (isReplaced) removeFirstPaint()
  }, [isReplaced])
  useEffect(() => {
    if (!isAnswered) return
    const timer = setTimeout(removeFirstPaint, LONGEST_MS)
    return () => clearTimeout(timer)
  }, [isAnswered])
}
