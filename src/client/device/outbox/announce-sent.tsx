import { useEffect } from 'react'
import { deviceLock } from '../../session/lock/device-lock'
import { useSession } from '../../session/this-session'
import { toastSuccess } from '../../ui/toasts'
import { isAwaited } from './awaited-actions'
import { deviceOutbox } from './device-outbox'

/** How long the outbox must be unchanged before sent actions are announced, in milliseconds: once, however many there were. */
const RESTS_FOR_MS = 500
/** The same while others still wait: a slow tablet takes longer than that from a few to the next. */
const RESTS_AMONG_MANY_MS = 3000

/**
 * Announces the signed-in person's actions that the server confirmed: otherwise they would only vanish from the counter. An
 * announcement that is still due at a sign-out is dropped.
 */
export function AnnounceSent() {
  const sub = useSession().session?.sub
  useEffect(() => {
    const waiting = new Set<string>()
    const sent: string[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = () => {
      // A locked screen shows no data of its person.
      if (!deviceLock.isLocked.get()) toastSuccess(sentWords(sent))
      sent.length = 0
    }
    const look = () => {
      let areOthersLeft = false
      for (const { id, author, state, label } of deviceOutbox.view.get().content.actions) {
        // The view may still have the actions of the former person.
        if (author.sub !== sub) continue
        areOthersLeft ||= state === 'waiting' || state === 'sending'
        if (state === 'discarded') waiting.delete(id)
        else if (state !== 'done') waiting.add(id)
        else if (waiting.delete(id) && !isAwaited(id)) sent.push(label)
      }
      if (sent.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(announce, areOthersLeft ? RESTS_AMONG_MANY_MS : RESTS_FOR_MS)
    }
    const stop = deviceOutbox.view.subscribe(look)
    look()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [sub])
  return null
}

/** "Sent and recorded: Flag participant 3", or how many. */
const sentWords = (labels: readonly string[]): string =>
  labels.length === 1 ? `Sent and recorded: ${labels[0]}` : `${labels.length} actions were sent and recorded`
