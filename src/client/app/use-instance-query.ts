import type { AppInstance } from '#contract/app-instance'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '../device/offline/connection'
import { appInstanceQuery } from '../api/session-queries'

/**
 * Fetches the installation's settings for the shell. Nothing is shown without them, so after a failure they are fetched again
 * at the first answer of the server, also where the connection never counted as lost.
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
