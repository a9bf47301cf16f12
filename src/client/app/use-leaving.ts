import { isOpen } from '#offline/outbox-item'
import { useState } from 'react'
import { useOutbox } from '../outbox/use-outbox'
import { signOut, type Successor } from '../session/sign-out'

/** Signing out by a press: at once, or after a question where the server has not confirmed all of the person's actions. */
export type Leaving = {
  press: (next?: Successor) => void
  /** Whether the question stands there. */
  isAsked: boolean
  isLeaving: boolean
  stay: () => void
  leave: () => void
}

export const useLeaving = (): Leaving => {
  const { own } = useOutbox()
  const [asked, setAsked] = useState<Successor | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async (next: Successor) => {
    setIsLeaving(true)
    await signOut(next)
    setIsLeaving(false)
  }
  return {
    press: (next = 'nobody') => (own.some(isOpen) ? setAsked(next) : void leave(next)),
    isAsked: asked !== null,
    isLeaving,
    stay: () => setAsked(null),
    leave: () => void leave(asked ?? 'nobody'),
  }
}
