import { useState } from 'react'
import type { ChosenAct } from './offered-acts'

/** An act that is chosen, and whether its dialog is still open: it stays while it fades. */
export const useChosenAct = () => {
  const [chosen, setChosen] = useState<ChosenAct | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return {
    chosen,
    isOpen,
    choose: (action: ChosenAct) => {
      setChosen(action)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
    forget: () => setChosen(null),
  }
}
