import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateTouched } from '../../api/invalidate-touched'
import { deviceOutbox } from './device-outbox'
import { touchesOf } from './sendable-actions'

/** Refetches the screen when an action has left the outbox, which may have changed its data. */
export function RefreshAfterSending() {
  const client = useQueryClient()

  useEffect(() => {
    const open = new Set<string>()
    /** The trials whose data may have changed, and the kinds of that data. */
    const touched = new Map<number, Set<string>>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      for (const [trialId, touches] of touched)
        invalidateTouched(client, { touches: [...touches], parameters: { trial_id: String(trialId) } })
      touched.clear()
    }
    const stop = deviceOutbox.view.subscribe(() => {
      for (const action of deviceOutbox.view.get().content.actions) {
        const { id, state, trial } = action
        const isSettled = state === 'done' || state === 'attention'
        if (!isSettled) open.add(id)
        else if (open.delete(id))
          touched.set(trial.id, new Set([...(touched.get(trial.id) ?? []), ...touchesOf(action)]))
      }
      if (touched.size === 0) return
      clearTimeout(timer)
      timer = setTimeout(refresh, RESTS_FOR_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])

  return null
}

/** How long the outbox must be unchanged before its changes are refetched, in milliseconds: once, however many there were. */
const RESTS_FOR_MS = 200
