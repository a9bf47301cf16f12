import type { Trial, TrialSummary } from '#contract/trials'
import { BLINDED_NAME, shownGroups, visibilityOf } from '#domain/people/blinding'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import {
  can,
  reachesSite,
  trialPermission,
  type EffectivePermission,
  type PermittedSites,
  type StoredPermission,
} from '#domain/people/permissions'
import { pick, recordOf } from '#domain/record-of'
import type { SiteRow } from '../../ground/db/sites'
import type { TrialSummaryRow, WholeTrial } from '../../ground/db/trials'
import { designOf } from './trial-design'
import {
  joinedName,
  storedAllocationMethod,
  storedRandomisationMethod,
  trialStatusName,
} from '../../ground/stored-names'

const blindingOf = (permission: EffectivePermission) => ({
  is_blinded_whole: permission.is_blinded_whole,
  is_blinded_partial: permission.is_blinded_partial,
})

const summary = (trial: TrialSummaryRow, permission: EffectivePermission): TrialSummary => ({
  id: trial.id,
  title: trial.title,
  created_at: trial.created_at,
  started_on: trial.started_on,
  ended_on: trial.ended_on,
  end_on: trial.end_on,
  trial_status_id: trial.trial_status_id,
  trial_status: { id: trial.trial_status_id, name: trialStatusName(trial.trial_status_id) },
  sample_size: trial.sample_size,
  num_sampled: trial.num_sampled,
  selected_timezone: trial.selected_timezone,
  ...blindingOf(permission),
})

/** A trial as a list shows it. */
export const shownTrialSummary = (trial: TrialSummaryRow, permissions: readonly StoredPermission[]): TrialSummary =>
  summary(trial, trialPermission(trial, permissions).permission)

type Viewer = { permission: EffectivePermission; sites: PermittedSites }

/** A trial as its viewer may see it: their sites, groups by their visibility, settings where they may see them. */
export const shownTrial = (trial: WholeTrial, { permission, sites }: Viewer): Trial => {
  const seesSettings = can(permission, 'viewSettings')
  const seesPacks = trial.is_managing_packs && can(permission, 'viewStudyPacks')
  const visibility = visibilityOf(permission)
  return {
    ...summary(trial, permission),
    is_managing_packs: trial.is_managing_packs,
    is_site_managing_packs: trial.is_site_managing_packs,
    is_confirmable: trial.is_confirmable,
    is_dispense_checked: trial.is_dispense_checked,
    least_active_packs: trial.least_active_packs,
    is_opening_sites: trial.is_opening_sites,
    is_unblinding_reauthenticated: trial.is_unblinding_reauthenticated,
    is_participant_id_used: trial.is_participant_id_used,
    is_participant_id_required: trial.is_participant_id_required,
    participant_id_label: trial.participant_id_label,
    participant_id_description: trial.participant_id_description,
    randomisation_method: { title: storedRandomisationMethod(trial.randomisation_method_id).title },
    allocation_method: { title: storedAllocationMethod(trial.allocation_method_id).title },
    study_groups: shownGroups(visibility, trial.study_groups.map(labelled)).map((group) => ({
      ...group,
      ...(visibility === 'names' ? factorOfGroup(trial, group.id) : {}),
      ...(can(permission, 'viewOpenBalance') ? closingOfGroup(trial, group.id) : {}),
      ...(seesSettings && visibility === 'names' ? settingsOfGroup(trial, group.id) : {}),
    })),
    sites: trial.sites
      .filter(({ id }) => reachesSite(sites, id))
      .map(({ id, title, is_deleted, low_pack_level, max_participants, ...site }) => ({
        id,
        title,
        is_deleted,
        max_participants,
        ...(seesSettings || seesPacks ? { low_pack_level } : {}),
        ...(trial.is_opening_sites ? openingOf(site) : {}),
      })),
    trial_strata: trial.trial_strata.map(({ minimisation_weight, trial_stratum_options, ...stratum }) => ({
      ...stratum,
      ...(can(permission, 'viewBlockSizes') ? { minimisation_weight } : {}),
      trial_stratum_options: trial_stratum_options.map(({ ratio, ...option }) => ({
        ...option,
        ...(visibility === 'names' ? { ratio } : {}),
      })),
    })),
    contact: trial.org_contact_name,
    commitment: trial.commitment,
    ...(can(permission, 'viewLedger') ? { nonce_hex: trial.nonce_hex, seed_revealed_at: trial.seed_revealed_at } : {}),
    // Only those who see the packs of every site know the whole trial's stock.
    ...(seesPacks && sites === 'all' ? { pack_alert_level: trial.pack_alert_level } : {}),
    ...(seesSettings ? settingsOf(trial, permission) : {}),
  }
}

/** A group without a label is shown as blinded: a missing label must never reveal a group. */
export const labelled = <G extends { id: number; label: string | null }>(group: G): G & { label: string } => ({
  ...group,
  label: group.label ?? BLINDED_NAME,
})

const openingOf = ({ opened_at, opened_by, opened_by_name }: Pick<SiteRow, `opened_${string}` & keyof SiteRow>) => ({
  opened_at,
  opened_by: opened_by === null ? null : { id: opened_by, name: joinedName(opened_by_name, `user ${opened_by}`) },
})

const settingsOfGroup = (trial: WholeTrial, groupId: number | undefined) => {
  const group = trial.study_groups.find(({ id }) => id === groupId)
  return group ? { label: group.label, max_participants: group.max_participants } : {}
}

/** The factor of a group, for people who see the groups: the figures by study group show it too. */
const factorOfGroup = (trial: WholeTrial, groupId: number | undefined) => {
  const group = trial.study_groups.find(({ id }) => id === groupId)
  return group ? { factorial_level: group.factorial_level } : {}
}

/** That a group is full tells its number, so it is for people who may see the figures by group. */
const closingOfGroup = (trial: WholeTrial, groupId: number | undefined) =>
  trial.study_groups.some(({ id, is_closed_at_cap }) => id === groupId && is_closed_at_cap)
    ? { is_closed_at_cap: true as const }
    : {}

/** An amount of money as the database has it, in a number; null without one. */
export const amount = (text: string | null): number | null => (text === null ? null : Number(text))

/** The settings of the methods. Where no minimisation probability is stored, the one that applies. */
const methodSettings = (trial: WholeTrial) => {
  const design = designOf(trial)
  const storedProbability =
    design.ok && design.value.method === 'minimisation' && trial.minimisation_fraction === null
      ? design.value.minimisation_probability
      : null
  return {
    ...pick(trial, METHOD_SETTING_NAMES),
    minimisation_probability: trial.minimisation_probability ?? storedProbability,
  }
}

const HIDDEN_METHOD_SETTINGS = recordOf(METHOD_SETTING_NAMES, () => null)

const settingsOf = (trial: WholeTrial, permission: EffectivePermission) => {
  const seesBlocks = can(permission, 'viewBlockSizes')
  return {
    setup_version: trial.setup_version,
    description: trial.description,
    study_registration_no: trial.study_registration_no,
    ethics_approval_id: trial.ethics_approval_id,
    ethics_approving_body: trial.ethics_approving_body,
    start_on: trial.start_on,
    expires_at: trial.expires_at,
    is_protected_trial: trial.is_protected_trial,
    allocation_method_id: trial.allocation_method_id,
    randomisation_method_id: trial.randomisation_method_id,
    is_stratified: trial.is_stratified,
    is_site_stratified: trial.is_site_stratified,
    cap_notice_percent: trial.cap_notice_percent,
    ...(seesBlocks ? methodSettings(trial) : HIDDEN_METHOD_SETTINGS),
    participant_id_warning_id: trial.participant_id_warning_id,
    exclude_flagged_participants: trial.exclude_flagged_participants,
    is_design_checked: trial.is_design_checked,
    pack_alert_level: trial.pack_alert_level,
    is_blinded_investigators: trial.is_blinded_investigators,
    is_blinded_users: trial.is_blinded_users,
    org_name: trial.org_name,
    org_contact_name: trial.org_contact_name,
    org_chief_investigator: trial.org_chief_investigator,
    org_billing_address: trial.org_billing_address,
    org_website: trial.org_website,
    org_quote_amount: amount(trial.org_quote_amount),
    org_quote_date: trial.org_quote_date,
    org_paid_amount: amount(trial.org_paid_amount),
    org_paid_date: trial.org_paid_date,
    org_contract_date: trial.org_contract_date,
    org_comments: trial.org_comments,
  }
}
