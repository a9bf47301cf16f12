import type { StudyPack } from '#contract/study-packs'
import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { paths } from '../../../paths'

/** An action on packs, as they stood when it was chosen. */
export type ChosenAction<Action extends StudyPackAction = StudyPackAction> = {
  action: Action
  packs: readonly StudyPack[]
}

/** An action that is chosen, and whether its prompt is still open: it stays while it fades. */
export const useChosenAction = (trialId: number) => {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ChosenAction | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [said, setSaid] = useState('')
  // Steady, so that no row of a list is drawn again for it.
  const choose = useCallback(
    (action: StudyPackAction, packs: readonly StudyPack[]) => {
      const [first] = packs
      // One pack is dispensed on the screen that also reads it and asks for its digits.
      if (action === 'dispense' && packs.length === 1 && first !== undefined) {
        void navigate(paths.dispense(trialId, { pack: first.pack_id }))
        return
      }
      setSaid('')
      setChosen({ action, packs })
      setIsOpen(true)
    },
    [navigate, trialId],
  )
  return {
    chosen,
    isOpen,
    said,
    choose,
    close: () => setIsOpen(false),
    done: (words: string) => {
      setSaid(words)
      setIsOpen(false)
    },
    forget: () => setChosen(null),
  }
}
