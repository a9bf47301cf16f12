import type { NewAction } from '#offline/outbox'
import { useMutation, useQuery } from '@tanstack/react-query'
import { connection } from '../api/browser-call'
import { meQuery } from '../api/session-queries'
import { useSession } from '../session/use-session'
import { actThroughOutbox } from './act-through-outbox'
import { deviceOutbox } from './device-outbox'

type OutboxAct = {
  /** Marks the dialog as sending. */
  mutationKey: readonly string[]
  /** The server has confirmed it. */
  onDone: () => void
  /** It is on this device, and goes out when it can. */
  onSaved: () => void
}

/** What a person does through the outbox; `fault` is why the last try brought nothing, in the server's words or this device's. */
export const useOutboxAct = ({ mutationKey, onDone, onSaved }: OutboxAct) => {
  const { session } = useSession()
  const { data: me } = useQuery(meQuery)
  const { mutate, isPending, data } = useMutation({
    mutationKey,
    mutationFn: async (action: Omit<NewAction, 'id' | 'author'>) => {
      if (session === null) throw new Error('nobody is signed in')
      const author = { sub: session.sub, name: me?.name ?? '' }
      const room = { outbox: deviceOutbox, connection }
      return actThroughOutbox(room, { ...action, id: crypto.randomUUID(), author })
    },
    onSuccess: ({ kind }) => {
      if (kind === 'done') onDone()
      if (kind === 'saved') onSaved()
    },
  })
  return { act: mutate, isSending: isPending, fault: isPending ? null : faultOf(data) }
}

const faultOf = (came: Awaited<ReturnType<typeof actThroughOutbox>> | undefined): string | null => {
  if (came?.kind === 'refused') return came.words
  return came?.kind === 'not_saved' ? `NOT saved: ${came.words}. Nothing was recorded; try again.` : null
}

/** Said of an action that the server has not confirmed yet. */
export const SAVED_HERE = 'Saved on this device. It will be sent when online.'
