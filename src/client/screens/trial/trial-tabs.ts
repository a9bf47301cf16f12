import type { TrialCapability } from '#domain/permissions'
import { paths } from '../../paths'

/** The tabs of a trial in their order, each with what one must be allowed to see it (specification 000, section 2). */
export const TRIAL_TABS = [
  { label: 'Overview', needs: 'viewTrial', link: paths.trial },
  { label: 'Participants', needs: 'viewTrial', link: paths.participants },
  { label: 'E-mails', needs: 'viewMessages', link: paths.messages },
  { label: 'Settings', needs: 'viewSettings', link: paths.trialSettings },
  { label: 'Proof', needs: 'viewLedger', link: paths.proof },
] as const satisfies readonly { label: string; needs: TrialCapability; link: (trialId: number) => object }[]

export type TrialTab = (typeof TRIAL_TABS)[number]
