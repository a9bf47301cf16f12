import type { UseQueryResult } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '../paths'
import { useSession } from '../session/this-session'
import { removeFirstPaint } from '../browser/first-paint'

/** How long it may stay after the server's answer without a page to replace it, in milliseconds. */
const LONGEST_MS = 3000

/**
 * Removes the server's first paint as soon as the app draws the same frame or a failure. Where the server
 * painted words for a visitor as well, their page removes it itself.
 */
export function FirstPaintEnd({ isFramed, query }: { isFramed: boolean; query: UseQueryResult }) {
  const { session } = useSession()
  const isAtHome = useMatch({ from: paths.home().to, shouldThrow: false }) !== undefined
  const isAtSignIn = useMatch({ from: paths.signIn().to, shouldThrow: false }) !== undefined
  const hasWords = session === null && (isAtHome || isAtSignIn)
  const isReplaced = query.error !== null || (isFramed && !hasWords)
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
