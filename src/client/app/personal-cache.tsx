import type { AppInstance } from '#contract/app-instance'
import { notifications } from '@mantine/notifications'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createQueryClient } from '../api/query-client'
import { appInstanceQuery } from '../api/session-queries'
import { call } from '../device/call'
import { useSession } from '../session/this-session'

/**
 * Gives each person, and each signed-out page, a new and empty cache of answers. Empties the old one and closes its person's
 * messages, so that no one sees another person's data.
 */
export function PersonalCache({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const sub = session?.sub ?? null
  const [owned, setOwned] = useState(() => ({ sub, client: createQueryClient(call), followed: 0 }))
  if (owned.sub !== sub) {
    const isFollowedAtOnce = owned.sub !== null && sub !== null
    setOwned({ sub, client: successor(owned.client), followed: owned.followed + (isFollowedAtOnce ? 1 : 0) })
  }

  const { client, followed } = owned
  const previous = useRef(client)
  useEffect(() => {
    if (previous.current !== client) {
      empty(previous.current)
      notifications.clean()
    }
    previous.current = client
  }, [client])
  // A mounted query stays with its first cache. A page that missed the sign-out between two persons would go on showing it.
  return (
    <QueryClientProvider key={followed} client={client}>
      {children}
    </QueryClientProvider>
  )
}

/** A new cache with only the installation's settings of the old one. */
const successor = (old: QueryClient): QueryClient => {
  const client = createQueryClient(call)
  giveInstance(client, instanceIn(old))
  return client
}

/** Leaves the installation's settings: the shell, which is mounted for everyone, reads them here. */
const empty = (old: QueryClient): void => {
  const instance = instanceIn(old)
  old.clear()
  giveInstance(old, instance)
}

const instanceIn = (client: QueryClient): AppInstance | undefined => client.getQueryData(appInstanceQuery.queryKey)

const giveInstance = (client: QueryClient, instance: AppInstance | undefined): void => {
  if (instance !== undefined) client.setQueryData(appInstanceQuery.queryKey, instance)
}
