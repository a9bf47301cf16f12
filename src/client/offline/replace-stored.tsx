import { readWorkerMessage } from '#offline/messages'
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reportStoreError } from './device-snapshots'
import { fresherAnswers } from './fetch-through-store'
import { storedScopeOf } from './stored-scope'

/** Puts the server's own answer in the place of a stored one on the screen, when it comes after all. */
export function ReplaceStored() {
  const client = useQueryClient()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent) => {
      const message = readWorkerMessage(data)
      if (message?.type === 'FRESHER') fresherAnswers.announce(message.scope)
      if (message?.type === 'UNKEPT') reportStoreError(message.words)
    }
    // Not there in a page that is not served from a secure origin.
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
  // Nobody looks at these just now; whoever does next asks the server.
  client.removeQueries({ type: 'inactive', predicate: isOfScope })
  fresherAnswers.requestLate(scope)
  await client.refetchQueries(shown)
  // The stored answer itself was still being read: to ask then was to wait for that.
  if (fresherAnswers.cancelLateRequest(scope)) {
    fresherAnswers.requestLate(scope)
    await client.refetchQueries(shown)
    fresherAnswers.cancelLateRequest(scope)
  }
}
