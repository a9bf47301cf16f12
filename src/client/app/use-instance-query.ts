import type { AppInstance } from '#contract/app-instance'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '../api/browser-call'
import { appInstanceQuery } from '../api/session-queries'

/**
 * What the installation is, as the shell asks for it. Nothing can be shown before that is known, so where it could not
 * be fetched it is asked for again as soon as the server is heard of, also where it was away too shortly to count as
 * away.
 */
export const useInstanceQuery = (): UseQueryResult<AppInstance> => {
  const instance = useQuery(appInstanceQuery)
  const { isError, refetch } = instance
  useEffect(() => {
    if (!isError) return undefined
    return connection.subscribe(() => {
      if (connection.get().doubts === 0) void refetch({ cancelRefetch: false })
    })
  }, [isError, refetch])
  return instance
}
