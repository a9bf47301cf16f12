import type { UseQueryResult } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '../paths'
import { useSession } from '../session/this-session'
import { removeFirstPaint } from './first-paint'

/** How long it may stay after the server's answer without a page to replace it, in milliseconds. */
const LONGEST_MS = 3000

/**
 * Removes the server's first paint as soon as the app draws the same frame or a failure. For a visitor at home the
 * server painted the page as well, which removes it itself.
 */
export function FirstPaintEnd({ isFramed, query }: { isFramed: boolean; query: UseQueryResult }) {
  const { session } = useSession()
  const isAtHome = useMatch({ from: paths.home().to, shouldThrow: false }) !== undefined
  const isReplaced = query.error !== null || (isFramed && (!isAtHome || session !== null))
  const isAnswered = query.data !== undefined
  useLayoutEffect(() => {
    if (isReplaced) removeFirstPaint()
  }, [isReplaced])
  useEffect(() => {
    if (!isAnswered) return
    const timer = setTimeout(removeFirstPaint, LONGEST_MS)
    return () => clearTimeout(timer)
  }, [isAnswered])
  return null
}
