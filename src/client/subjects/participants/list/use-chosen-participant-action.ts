import { useState } from 'react'
import type { ChosenParticipantAction } from './offered-participant-actions'

/** A chosen act, and whether its dialog is still open: the act stays while the dialog fades out. */
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
