import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { paths } from '../../../paths'
import { useChosen } from '../../../action/use-chosen'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** An action on packs, in their state when it was chosen. */
export type ChosenAction = { action: StudyPackAction; packs: readonly PackFromServerOrStore[] }

/** The chosen action, and the message once it is done. */
export const useChosenAction = (trialId: number) => {
  const navigate = useNavigate()
  const { choose: open, ...choice } = useChosen<ChosenAction>()
  const [doneMessage, setDoneMessage] = useState('')
  // Stable, so that no row of a list renders again for it.
  const choose = useCallback(
    (action: StudyPackAction, packs: readonly PackFromServerOrStore[]) => {
      const [first] = packs
      // One pack is dispensed on the screen that also reads it and asks for its digits.
      if (action === 'dispense' && packs.length === 1 && first !== undefined) {
        void navigate(paths.dispense(trialId, { pack: first.pack_id }))
        return
      }
      setDoneMessage('')
      open({ action, packs })
    },
    [navigate, trialId, open],
  )
  const done = (message: string) => {
    setDoneMessage(message)
    choice.close()
  }
  return { ...choice, doneMessage, choose, done, takeBack: () => setDoneMessage('') }
}
