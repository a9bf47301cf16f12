import type { TrialForm } from '#contract/trial-form'
import type { Role } from '#domain/people/permissions'
import type { StudyPackStatusKey } from '#domain/study-packs/study-pack'
import type { TrialStatusKey } from '#domain/trials/trial-status'
import type { SampleAccountKey } from '../../doors/idp/sample-accounts'

/** The plan of a trial in the sample, with its whole life. Sites, strata and options are identified by their names. */
export type SampleTrial = {
  form: TrialForm
  created_at: string
  grants: readonly SampleGrant[]
  packs: readonly SamplePackBatch[]
  /** The start of its recruitment; null where it never started. */
  start: SampleStatusChange | null
  /** In the order of their randomisation. */
  participants: readonly SampleParticipant[]
  /** Its end; null where it has not ended. */
  end: SampleStatusChange | null
}

export type SampleStatusChange = { status: TrialStatusKey; at: string; reason: string }

/** The permission of one account in the trial; a site role at the named sites. */
export type SampleGrant = {
  account: SampleAccountKey
  role: Role['title']
  sites?: readonly string[]
  blinding?: 'whole' | 'partial'
  is_unblind_authorized?: true
  has_study_packs_access?: true
}

/** As many packs of each study group at each site, or at those named. */
export type SamplePackBatch = {
  sites?: readonly string[]
  batch_id: string
  prefix: string
  packs_each: number
  status: StudyPackStatusKey
  /** Days. */
  duration: number
  expire_on: string
}

export type SampleParticipant = {
  at: string
  site: string
  participant_id: string | null
  /** The option chosen at each stratum. */
  strata: Readonly<Record<string, string>>
}

/** The common values of most trials of the sample. */
export const NOTHING_HAPPENED = { packs: [], start: null, participants: [], end: null } as const
