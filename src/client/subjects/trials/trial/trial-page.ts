import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { createContext, useContext } from 'react'

/** The trial that a page is about, what its viewer may do in it, and whether its tab has taken another one's place. */
export type TrialPage = { trial: Trial; permission: EffectivePermission; isTabChanged: boolean }

export const TrialPageContext = createContext<TrialPage | null>(null)

/** The trial around this tab. */
export const useTrialPage = (): TrialPage => {
  const page = useContext(TrialPageContext)
  if (page === null) throw new Error('A trial tab is outside the trial page')
  return page
}
