import { readWorkerMessage } from '#offline/messages'
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reportStoreError } from './device-snapshots'
import { fresherAnswers } from './fetch-through-store'
import { storedScopeOf } from './stored-scope'

/** Replaces a stored answer on the screen by the server's own, when that arrives late. */
export function ReplaceStored() {
  const client = useQueryClient()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent) => {
      const message = readWorkerMessage(data)
      if (message?.type === 'FRESHER') fresherAnswers.announce(message.scope)
      if (message?.type === 'UNKEPT') reportStoreError(message.words)
    }
    // Missing in a page without a secure origin.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    workers?.addEventListener('message', onMessage)
    const stop = fresherAnswers.listen((scope) => void replace(client, scope))
    return () => {
      workers?.removeEventListener('message', onMessage)
      stop()
    }
  }, [client])
  return null
}

const replace = async (client: QueryClient, scope: string): Promise<void> => {
  const isOfScope = ({ queryKey }: { queryKey: QueryKey }) => storedScopeOf(queryKey) === scope
  const shown = { type: 'active', predicate: isOfScope } as const
  // Queries that no component uses are removed, so that their next use fetches them.
  client.removeQueries({ type: 'inactive', predicate: isOfScope })
  fresherAnswers.requestLate(scope)
  await client.refetchQueries(shown)
  // The stored answer is still being read: refetching now would wait for it.
  if (fresherAnswers.cancelLateRequest(scope)) {
    fresherAnswers.requestLate(scope)
    await client.refetchQueries(shown)
    fresherAnswers.cancelLateRequest(scope)
  }
}
