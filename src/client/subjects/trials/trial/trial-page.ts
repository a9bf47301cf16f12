import type { StoredTrial } from '#contract/stored-answers'
import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { createContext, useContext } from 'react'
import type { AnswerAtHand } from '../../../api/answer-at-hand'

/** A trial from the server, or what a device stores of it. */
export type TrialAtHand = Trial | StoredTrial

/** Whether a trial has all of the server's fields, and not only those that a device stores. */
export const isWholeTrial = (trial: TrialAtHand): trial is Trial => 'num_sampled' in trial

/** The viewer's permission in the trial of a page, and whether its tab has replaced another one. */
type Viewing = { permission: EffectivePermission; isTabChanged: boolean }

export const TrialPageContext = createContext<(Viewing & { trial: AnswerAtHand<Trial, StoredTrial> }) | null>(null)

/** The trial around a page that this device can show by itself. */
export const useTrialAtHand = (): Viewing & { trial: TrialAtHand } => {
  const { trial, ...viewing } = usePageOfTrial()
  return { ...viewing, trial: trial.answer }
}

/** The trial around a page that needs the server: such a page is shown only with the server's answer. */
export const useTrialPage = (): Viewing & { trial: Trial } => {
  const { trial, ...viewing } = usePageOfTrial()
  if (trial.source === 'device') throw new Error('A page that needs the server is shown without it')
  return { ...viewing, trial: trial.answer }
}

const usePageOfTrial = () => {
  const page = useContext(TrialPageContext)
  if (page === null) throw new Error('A trial tab is outside the trial page')
  return page
}
