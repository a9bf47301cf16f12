import { isOpen } from '#offline/outbox-item'
import { useState } from 'react'
import { busy } from '../../../browser/busy'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import type { OutboxView } from '../../../device/outbox/outbox-view'
import { whenOutboxLoaded } from '../../../device/outbox/when-outbox-loaded'
import { useSession } from '../../../session/this-session'
import { signOut, type AfterSignOut } from './sign-out'

/**
 * Signs out by a press: at once, or after a question where the person's actions are not all confirmed, or may not be, or where the
 * outcome of a randomisation is not known yet.
 */
export type Leaving = {
  press: (next?: AfterSignOut) => void
  /** Whether the question is open. */
  isQuestionOpen: boolean
  /** Whether a press waits for the outbox to be read. */
  isLeaving: boolean
  stay: () => void
  leave: () => void
}

export const useLeaving = (): Leaving => {
  const { session } = useSession()
  const [pendingSignOut, setPendingSignOut] = useState<AfterSignOut | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const press = async (next: AfterSignOut) => {
    setIsLeaving(true)
    const outbox = await whenOutboxLoaded(deviceOutbox)
    setIsLeaving(false)
    const isUnsettled = busy.isBusyWith('unsettled')
    if (isUnsettled || needsQuestion(outbox, session?.sub ?? null)) setPendingSignOut(next)
    else void signOut(next)
  }
  return {
    press: (next = 'nobody') => void press(next),
    isQuestionOpen: pendingSignOut !== null,
    isLeaving,
    stay: () => setPendingSignOut(null),
    leave: () => void signOut(pendingSignOut ?? 'nobody'),
  }
}

const needsQuestion = ({ isLoaded, content, unavailable }: OutboxView, sub: string | null): boolean =>
  !isLoaded || unavailable !== null || content.entries.some((entry) => isOpen(entry) && entry.author.sub === sub)
