import type { StoredRefusal } from '#contract/stored-action'
import type { NewAction } from '#offline/outbox'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsLocked } from '../../session/lock/device-lock'
import { connection } from '../offline/connection'
import { session as signedIn, useSession } from '../../session/this-session'
import { meQuery } from '../../api/session-queries'
import { notSavedWords, notSentWords, SAVED_HERE } from '../../safety-words'
import { sendThroughOutbox, type OutboxResult } from './send-through-outbox'
import { awaitAction, stopAwaiting } from './awaited-actions'
import { deviceOutbox } from './device-outbox'
import { blockedReason } from './blocked-reason'
import { reasonNotSent } from './reason-not-sent'

type OutboxActionOptions = {
  /** The mutation key that marks it as being sent by the page. */
  mutationKey?: readonly string[]
  /** Called when the server has accepted the action, with its id. */
  onDone: (id: string) => void
  /** Called when the action is on this device and will be sent later. */
  onSaved: (id: string) => void
  /** Called when the action is on this device and the server is being waited for. */
  onStored?: () => void
  /** Called when the action failed: in the server's words or this device's, with the details of the refusal. */
  onFault?: (fault: OutboxFault) => void
}

export type OutboxFault = { words: string; refusal: StoredRefusal | null }

/** Sends actions through the outbox; `fault` is the reason of the last failure. */
export const useOutboxAction = ({ mutationKey, onDone, onSaved, onStored, onFault }: OutboxActionOptions) => {
  const { session } = useSession()
  const { data: me } = useQuery(meQuery)
  const isLocked = useIsLocked()
  const isOpen = useRef(false)
  /** The refused action that this dialog shows, until it has been on the screen. */
  const refused = useRef<string | null>(null)
  /** Resolves when the last refused action is closed in the outbox. */
  const closed = useRef(Promise.resolve())
  const close = (): Promise<void> => {
    if (refused.current !== null) closed.current = closeRefused(refused.current)
    refused.current = null
    return closed.current
  }
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      if (refused.current !== null) stopAwaiting(refused.current)
    }
  }, [])
  const { mutate, isPending, data, reset } = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: async (action: Omit<NewAction, 'id' | 'author'>) => {
      // Whoever presses again has read the refusal, which would hold the new action back.
      await close()
      const id = crypto.randomUUID()
      if (session === null) return { id, sub: null, result: notSaved('no one is signed in') }
      const author = { sub: session.sub, name: me?.name ?? '' }
      const isAwaited = () => isOpen.current && isSignedIn(author.sub)
      awaitAction(id)
      const dependencies = { outbox: deviceOutbox, connection, isAwaited, onStored }
      return { id, sub: author.sub, result: await sendThroughOutbox(dependencies, { ...action, id, author }) }
    },
    onSuccess: ({ id, sub, result }) => {
      if (result.kind === 'refused' && isOpen.current) refused.current = id
      else stopAwaiting(id)
      // The page belongs to another person by now, or to no one.
      if (sub !== null && !isSignedIn(sub)) return
      if (result.kind === 'done') onDone(id)
      if (result.kind === 'saved') onSaved(id)
      const fault = faultOf(result)
      if (fault !== null) onFault?.(fault)
    },
  })
  const onDrawn = useEffectEvent(close)
  const refusedId = data?.result.kind === 'refused' ? data.id : null
  useEffect(() => {
    // A locked screen shows nothing of its person.
    if (isLocked || refusedId === null || refused.current !== refusedId) return undefined
    return whenDrawn(() => void onDrawn())
  }, [refusedId, isLocked])
  return { send: mutate, isSending: isPending, fault: isPending || !data ? null : faultOf(data.result), reset: reset }
}

const isSignedIn = (sub: string): boolean => signedIn.state.get().session?.sub === sub

/** Closes a refused action whose dialog has shown the refusal. Where that fails, a person decides in the outbox. */
const closeRefused = async (id: string): Promise<void> => {
  try {
    await deviceOutbox.closeCorrected(id)
  } catch (error) {
    reportError(error)
  } finally {
    stopAwaiting(id)
  }
}

/**
 * Calls back once what was rendered is on the screen, which a hidden page does only when it is shown. Returns a function
 * that stops this.
 */
const whenDrawn = (onDrawn: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(onDrawn)
  })
  return () => cancelAnimationFrame(frame)
}

const notSaved = (reason: string): OutboxResult => ({ kind: 'not_saved', words: notSavedWords(new Error(reason)) })

const faultOf = (result: OutboxResult): OutboxFault | null => {
  if (result.kind === 'refused') return { words: result.words, refusal: result.refusal }
  if (result.kind !== 'not_saved') return null
  return { words: result.words, refusal: null }
}

/** The message about a saved action, by its id, with the reason where something else than the connection blocks it. */
export const savedActionMessage = (id: string): string => {
  const { entries } = deviceOutbox.view.get().content
  const words = blockedReason(id, entries)
  if (words !== null) return `Saved on this tablet. ${words}`
  const action = entries.find((entry) => entry.id === id)?.action ?? null
  const reason = action === null ? null : reasonNotSent(action)
  return reason === null ? SAVED_HERE : notSentWords(reason)
}
