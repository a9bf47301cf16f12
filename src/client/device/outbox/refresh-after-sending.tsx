import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshParticipants } from '../../api/participant-queries'
import { refreshStudyPacks } from '../../api/study-pack-queries'
import { deviceOutbox } from './device-outbox'

/** Refetches the screen when an action has left the outbox, which may have changed its data. */
export function RefreshAfterSending() {
  const client = useQueryClient()

  useEffect(() => {
    const open = new Set<string>()
    /** The trials whose data may have changed, and whether their packs may have. */
    const touched = new Map<number, boolean>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      for (const [trialId, hasPacks] of touched) {
        void refreshParticipants(client, trialId)
        if (hasPacks) void refreshStudyPacks(client, trialId)
      }
      touched.clear()
    }
    const stop = deviceOutbox.view.subscribe(() => {
      for (const { id, state, trial, kind } of deviceOutbox.view.get().content.actions) {
        const isSettled = state === 'done' || state === 'attention'
        if (!isSettled) open.add(id)
        else if (open.delete(id)) touched.set(trial.id, kind === 'dispense' || touched.get(trial.id) === true)
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
