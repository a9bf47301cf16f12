import { readWorkerMessage } from '#offline/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from '../../session/this-session'
import { reportStoreError } from './device-snapshots'
import { handOverLate, lateAnswers } from './hand-over-late'

/** Replaces a stored answer on the screen by the server's own, when that arrives late. */
export function TakeLateAnswers() {
  const client = useQueryClient()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent) => {
      const message = readWorkerMessage(data)
      if (message?.type === 'LATE') lateAnswers.announce(message)
      if (message?.type === 'UNKEPT') reportStoreError(message.words)
    }
    // Missing in a private window of Firefox.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    workers?.addEventListener('message', onMessage)
    const sessionNow = () => session.state.get().session
    const stop = lateAnswers.listen((late) => void handOverLate(client, late, { session: sessionNow }))
    return () => {
      workers?.removeEventListener('message', onMessage)
      stop()
    }
  }, [client])
  return null
}
