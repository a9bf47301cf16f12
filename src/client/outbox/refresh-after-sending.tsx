import { KEPT_ANSWERS } from '#contract/stored-answers'
import { readWorkerMessage } from '#offline/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshParticipants } from '../api/participant-queries'
import { reportUnkept } from '../offline/device-snapshots'
import { onFresherAnswer } from '../offline/fetch-through-store'
import { deviceOutbox } from './device-outbox'

/**
 * Has what is on the screen asked for anew when it has become another behind its back: an action left the outbox, or the server
 * answered after something stored was shown.
 */
export function RefreshAfterSending() {
  const client = useQueryClient()

  useEffect(() => {
    const open = new Map<string, number>()
    return deviceOutbox.view.subscribe(() => {
      for (const { id, state, trial } of deviceOutbox.view.get().content.actions) {
        const isSettled = state === 'done' || state === 'attention'
        if (!isSettled) open.set(id, trial.id)
        else if (open.delete(id)) void refreshParticipants(client, trial.id)
      }
    })
  }, [client])

  useEffect(() => {
    const refresh = () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => KEPT_PATHS.some((path) => path === queryKey[0]) })
    const onMessage = ({ data }: MessageEvent) => {
      const message = readWorkerMessage(data)
      if (message?.type === 'FRESHER') refresh()
      if (message?.type === 'UNKEPT') reportUnkept(message.words)
    }
    // Not there in a page that is not served from a secure origin.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    workers?.addEventListener('message', onMessage)
    const stop = onFresherAnswer(refresh)
    return () => {
      workers?.removeEventListener('message', onMessage)
      stop()
    }
  }, [client])
  return null
}

const KEPT_PATHS = KEPT_ANSWERS.map(({ endpoint }) => endpoint.path)
