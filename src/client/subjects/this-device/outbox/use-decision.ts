import { useState } from 'react'
import { neverInDoubt } from '../../../action/action-form'
import { notSavedWords } from '../../../safety-words'

type DecisionOptions = {
  /** The message where another tab or the sending was first. */
  tooLate: string
  onDone: () => void
}

/** A person's decision about an action in the outbox of this device: once, however often it is pressed. `fault` is why it was not made. */
export const useDecision = ({ tooLate, onDone }: DecisionOptions) => {
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<{ words: string } | null>(null)
  /** `change` answers false where it is no longer possible, or why it must not be made. */
  const decide = async (change: () => Promise<boolean | { words: string }>) => {
    setIsPending(true)
    setFault(null)
    try {
      const changed = await change()
      if (changed === true) onDone()
      else setFault(changed === false ? { words: tooLate } : changed)
    } catch (error) {
      setFault({ words: notSavedWords(error) })
    } finally {
      setIsPending(false)
    }
  }
  return { action: neverInDoubt(isPending), fault, decide }
}
