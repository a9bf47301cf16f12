import { can, type TrialCapability } from '#domain/people/permissions'
import type { DesignWarningCode } from '#domain/trials/design-warning-code'
import type { ReadinessCode } from '#domain/trials/readiness'
import { paths } from '../../../../paths'
import { TextLink } from '../../../../ui/link-button'
import { rowOf, type TrialField } from '../../form/trial-fields'
import { DESIGN_CONFIRMATION, SITE_OPENINGS } from '../places'
import { useTrialPage } from '../trial-page'

type Address = ReturnType<
  typeof paths.addTrialUser | typeof paths.importStudyPacks | typeof paths.trialSettings | typeof paths.allocationList
>
type Way = {
  label: string
  address: (trialId: number) => Address | ReturnType<typeof paths.trial>
  /** The element that takes the focus there, if not the page's heading. */
  hash?: string
  needs: TrialCapability
}

/** A link to the solution of a finding, for people who may use it. */
export function WayToMend({ trialId, code }: { trialId: number; code: string }) {
  const { permission } = useTrialPage()
  const way = Object.entries(WAYS).find(([finding]) => finding === code)?.[1]
  if (way === undefined || !can(permission, way.needs)) return null
  return (
    <TextLink {...way.address(trialId)} {...(way.hash === undefined ? {} : { hash: way.hash })}>
      {way.label}
    </TextLink>
  )
}

/** The way to a field of the settings, which takes the focus there. */
const settingOf = (field: TrialField): Way => ({
  label: `Change “${rowOf(field).label}”`,
  address: paths.trialSettings,
  hash: field,
  needs: 'viewSettings',
})

const USERS: Way = { label: 'Add a user', address: paths.addTrialUser, needs: 'manageTrialUsers' }
const PACKS: Way = { label: 'Import study packs', address: paths.importStudyPacks, needs: 'importStudyPacks' }
const SITES: Way = { label: 'Open a site', address: paths.trial, hash: SITE_OPENINGS, needs: 'openSite' }
const SECOND_PERSON: Way = {
  label: 'See who can confirm it',
  address: paths.trial,
  hash: DESIGN_CONFIRMATION,
  needs: 'changeTrialStatus',
}

const LIST: Way = {
  label: 'See who makes the list',
  address: paths.allocationList,
  needs: 'manageAllocationList',
}

/** By the codes of the domain's findings and of its warnings about the design: each has a way. */
export const WAYS: Readonly<Record<ReadinessCode | DesignWarningCode, Way>> = {
  design_cannot_run: settingOf('randomisation_method_id'),
  design_not_confirmed: SECOND_PERSON,
  list_not_confirmed: LIST,
  no_site_opened: SITES,
  site_not_opened: SITES,
  site_without_people: USERS,
  nobody_unblinds_at_site: USERS,
  no_trial_administrator: USERS,
  site_without_packs: PACKS,
  ethics_approval_missing: settingOf('ethics_approval_id'),
  contact_missing: settingOf('org_contact_name'),
  sample_size_open: settingOf('sample_size'),
  past_its_end: settingOf('end_on'),
  one_open_group: settingOf('study_groups'),
  stratified_without_strata: settingOf('trial_strata'),
  few_per_stratum: settingOf('trial_strata'),
  stratum_with_many_options: settingOf('trial_strata'),
  more_levels_than_participants: settingOf('is_stratified'),
  site_keeps_count: settingOf('is_site_stratified'),
  cluster_by_site_alone: settingOf('is_site_stratified'),
  smallest_blocks: settingOf('randomisation_method_id'),
  fixed_block_size: settingOf('randomisation_method_id'),
  block_above_sample_size: settingOf('randomisation_method_id'),
  urn_favours_larger: settingOf('randomisation_method_id'),
  narrow_limit: settingOf('randomisation_method_id'),
  limit_seldom_reached: settingOf('randomisation_method_id'),
  coin_nearly_certain: settingOf('randomisation_method_id'),
  minimisation_certain: settingOf('randomisation_method_id'),
  minimisation_nearly_certain: settingOf('randomisation_method_id'),
  list_not_simulated: settingOf('randomisation_method_id'),
  easily_guessed: settingOf('randomisation_method_id'),
  easily_guessed_at_site: settingOf('randomisation_method_id'),
}
