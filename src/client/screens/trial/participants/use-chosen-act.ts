import { useState } from 'react'
import type { ChosenAct } from './offered-acts'

/** An act that is chosen, and whether its dialog is still open: it stays while it fades. */
export const useChosenAct = () => {
  const [chosen, setChosen] = useState<ChosenAct | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [said, setSaid] = useState('')
  return {
    chosen,
    isOpen,
    said,
    choose: (act: ChosenAct) => {
      setSaid('')
      setChosen(act)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
    done: (words: string) => {
      setSaid(words)
      setIsOpen(false)
    },
    forget: () => setChosen(null),
  }
}
