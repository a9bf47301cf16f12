import type { TrialForm } from '#contract/trial-form'
import type { Role } from '#domain/people/permissions'
import type { StudyPackStatusKey } from '#domain/study-packs/study-pack'
import type { TrialStatusKey } from '#domain/trials/trial-status'
import type { SampleAccountKey } from '../../doors/idp/sample-accounts'

/** A trial as it will stand in the sample, with its whole life. Sites, strata and options are told by their names. */
export type SampleTrial = {
  form: TrialForm
  created_at: string
  grants: readonly SampleGrant[]
  packs: readonly SamplePackBatch[]
  /** How it began to recruit; null where it never did. */
  start: SampleStatusChange | null
  /** In the order in which they came. */
  participants: readonly SampleParticipant[]
  /** What became of it after that; null where it still is what it was. */
  end: SampleStatusChange | null
}

export type SampleStatusChange = { status: TrialStatusKey; at: string; reason: string }

/** What one account may do in the trial; a site role at the sites named. */
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

/** What most trials of the sample have in common. */
export const NOTHING_HAPPENED = { packs: [], start: null, participants: [], end: null } as const
