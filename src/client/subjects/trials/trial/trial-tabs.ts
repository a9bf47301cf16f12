import type { Trial } from '#contract/trials'
import { can, type EffectivePermission, type TrialCapability } from '#domain/people/permissions'
import { paths } from '../../../paths'

/** The tabs of a trial in their order, each with what one must be allowed to see it. */
export const TRIAL_TABS: readonly TrialTab[] = [
  { label: 'Overview', needs: 'viewTrial', link: paths.trial },
  { label: 'Participants', needs: 'viewTrial', link: paths.participants },
  { label: 'Reports', needs: 'viewReports', link: paths.trialReports },
  { label: 'Study Packs', needs: 'viewStudyPacks', isIn: (trial) => trial.is_managing_packs, link: paths.studyPacks },
  { label: 'User Permissions', needs: 'viewTrial', link: paths.trialUsers },
  { label: 'Emails', needs: 'viewMessages', link: paths.messages },
  { label: 'Settings', needs: 'viewSettings', link: paths.trialSettings },
  { label: 'Proof', needs: 'viewLedger', link: paths.proof },
]

type TrialPath = (typeof paths)[
  'trial' | 'participants' | 'studyPacks' | 'trialUsers' | 'trialReports' | 'messages' | 'trialSettings' | 'proof']

export type TrialTab = {
  label: string
  needs: TrialCapability
  link: TrialPath
  /** Which trials have it; every trial where it is left out. */
  isIn?: (trial: Pick<Trial, 'is_managing_packs'>) => boolean
}

/** The tabs that a viewer may open in a trial. */
export const tabsOf = (trial: Pick<Trial, 'is_managing_packs'>, permission: EffectivePermission): TrialTab[] =>
  TRIAL_TABS.filter(({ needs, isIn = () => true }) => isIn(trial) && can(permission, needs))
