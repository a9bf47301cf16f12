import type { TrialUser } from '#contract/trial-users'
import type { UserPermission } from '#contract/user-permissions'
import { useState } from 'react'

/** What is to be looked at or done about a user of a trial. */
export type ChosenUser =
  | { what: 'permission' | 'remove'; user: TrialUser; permission: UserPermission }
  | { what: 'notifications'; user: TrialUser }

/** The choice that is made, and whether its dialog is still open: it stays while it fades. */
export const useChosenUser = () => {
  const [chosen, setChosen] = useState<ChosenUser | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return {
    chosen,
    isOpen,
    choose: (next: ChosenUser) => {
      setChosen(next)
      setIsOpen(true)
    },
    close: () => setIsOpen(false),
    forget: () => setChosen(null),
  }
}
