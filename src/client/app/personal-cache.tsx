import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createQueryClient } from '../api/query-client'
import { appInstanceQuery } from '../api/session-queries'
import { useSession } from '../session/use-session'

/**
 * One cache of answers for each person. When somebody else is signed in, or nobody, there is a new and empty one, and
 * the old one is emptied: nothing of one person can show for the next.
 */
export function PersonalCache({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const sub = session?.sub ?? null
  const [owned, setOwned] = useState(() => ({ sub, client: createQueryClient() }))
  if (owned.sub !== sub) setOwned({ sub, client: successor(owned.client) })

  const { client } = owned
  const previous = useRef(client)
  useEffect(() => {
    if (previous.current !== client) previous.current.clear()
    previous.current = client
  }, [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** A new cache that knows of the old one only what the installation is. */
const successor = (old: QueryClient): QueryClient => {
  const client = createQueryClient()
  const { queryKey } = appInstanceQuery
  const instance = old.getQueryData(queryKey)
  if (instance !== undefined) client.setQueryData(queryKey, instance)
  return client
}
