import { api } from '#contract/api'
import type { ListedUser } from '#contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useBusyWhile } from '../../../../browser/busy'
import { sendInvitations, type InvitationResult } from './send-invitations'
import { invalidateTouched } from '../../../../api/invalidate-touched'

export type Invitations = {
  /** The results so far, by the id of the user. */
  results: ReadonlyMap<number, InvitationResult>
  /** How many of the last requested invitations are done; null before any was. */
  progress: { done: number; of: number } | null
  isSending: boolean
  send: (users: readonly Pick<ListedUser, 'id'>[]) => void
  stop: () => void
}

/** Sends invitations from this page, and stops when it is left. Each keeps its key, so that continuing sends none twice. */
export const useInvitations = (): Invitations => {
  const client = useQueryClient()
  const keys = useRef(new Map<number, string>())
  const running = useRef<AbortController | null>(null)
  const [results, setResults] = useState<ReadonlyMap<number, InvitationResult>>(new Map())
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [isSending, setIsSending] = useState(false)
  useBusyWhile('form', isSending)
  useEffect(() => () => running.current?.abort(), [])

  const keyOf = (id: number): string => {
    const key = keys.current.get(id) ?? crypto.randomUUID()
    keys.current.set(id, key)
    return key
  }
  const run = async (people: readonly { id: number; idempotency_key: string }[], signal: AbortSignal) => {
    setIsSending(true)
    setProgress({ done: 0, of: people.length })
    const onResult = (id: number, result: InvitationResult) => {
      setResults((before) => new Map(before).set(id, result))
      if (result.kind !== 'unconfirmed') setProgress((now) => now && { ...now, done: now.done + 1 })
    }
    try {
      await sendInvitations(people, onResult, signal)
    } finally {
      setIsSending(false)
      invalidateTouched(client, { touches: api.requestAssociation.touches })
    }
  }
  return {
    results,
    progress,
    isSending,
    send: (users) => {
      running.current?.abort()
      running.current = new AbortController()
      const people = users.map(({ id }) => ({ id, idempotency_key: keyOf(id) }))
      void run(people, running.current.signal)
    },
    stop: () => running.current?.abort(),
  }
}
