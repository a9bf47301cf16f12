import { useState } from 'react'
import type { ChosenParticipantAction } from './offered-participant-actions'

/** An act that is chosen, and whether its dialog is still open: it stays while it fades. */
export const useChosenParticipantAction = () => {
  const [chosen, setChosen] = useState<ChosenParticipantAction | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return {
    chosen,
    isOpen,
    choose: (action: ChosenParticipantAction) => {
      setChosen(action)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
    forget: () => setChosen(null),
  }
}
