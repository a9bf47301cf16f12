import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceLock } from '../../session/lock/device-lock'

/** Reads again what could not be read while the tablet was locked, when it opens. */
export function RefetchAfterUnlock() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      deviceLock.isLocked.subscribe(() => {
        if (deviceLock.isLocked.get()) return
        void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status !== 'success' })
      }),
    [queryClient],
  )
  return null
}
