import type { TrialCapability } from '#domain/permissions'
import { paths } from '../../paths'

/** The tabs of a trial in their order, each with what one must be allowed to see it (specification 000, section 2). */
export const TRIAL_TABS = [
  { label: 'Overview', needs: 'viewTrial', link: paths.trial },
  { label: 'Participants', needs: 'viewTrial', link: paths.participants },
  { label: 'Settings', needs: 'viewSettings', link: paths.trialSettings },
] as const satisfies readonly { label: string; needs: TrialCapability; link: (trialId: number) => object }[]

export type TrialTab = (typeof TRIAL_TABS)[number]
