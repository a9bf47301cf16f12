import type { StoredKind } from '#contract/stored-calls'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshParticipants } from '../../api/participant-queries'
import { refreshStudyPacks } from '../../api/study-pack-queries'
import { deviceOutbox } from './device-outbox'

type Refresh = (client: QueryClient, trialId: number) => Promise<void>

/** What the server's answer to each kind of action may have changed. */
const REFRESHES: Record<StoredKind, readonly Refresh[]> = {
  flag: [refreshParticipants],
  dispense: [refreshParticipants, refreshStudyPacks],
}

/** Refetches the screen when an action has left the outbox, which may have changed its data. */
export function RefreshAfterSending() {
  const client = useQueryClient()

  useEffect(() => {
    const open = new Set<string>()
    /** The trials whose data may have changed, and how it is refetched. */
    const touched = new Map<number, Set<Refresh>>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      for (const [trialId, refreshes] of touched) for (const one of refreshes) void one(client, trialId)
      touched.clear()
    }
    const stop = deviceOutbox.view.subscribe(() => {
      for (const action of deviceOutbox.view.get().content.actions) {
        const { id, state, trial } = action
        const isSettled = state === 'done' || state === 'attention'
        if (!isSettled) open.add(id)
        else if (open.delete(id))
          touched.set(trial.id, new Set([...(touched.get(trial.id) ?? []), ...REFRESHES[action.kind]]))
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
