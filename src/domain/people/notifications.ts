import {
  can,
  canInSystem,
  isInvestigator,
  reachesSite,
  roleOfId,
  systemPermission,
  trialPermission,
  type EffectivePermission,
  type PermittedSites,
  type StoredPermission,
  type TrialCapability,
} from './permissions'
import { FINISHED, TERMINATED } from '../trials/trial-status'

/**
 * What a person may choose to be told of in a trial. Until they have chosen, whoever has the capability `from` is told; one who
 * reaches the trial through the system alone only where `outsiders` says so.
 */
const PREFERENCES = {
  on_trial_status: { from: 'viewTrial', outsiders: false },
  on_trial_completion: { from: 'viewTrial', outsiders: false },
  on_randomisation: { from: 'randomise', outsiders: false },
  on_unblinding: { from: 'randomise', outsiders: false },
  on_study_packs: { from: 'viewStudyPacks', outsiders: true },
} as const satisfies Record<string, { from: TrialCapability; outsiders: boolean }>

export type PreferenceName = keyof typeof PREFERENCES
export const PREFERENCE_NAMES = [
  'on_trial_status',
  'on_trial_completion',
  'on_randomisation',
  'on_unblinding',
  'on_study_packs',
] as const satisfies readonly PreferenceName[]
export type Preferences = Record<PreferenceName, boolean>

type Kind = {
  title: string
  /** Who may be told at all, whatever they prefer. */
  capability: TrialCapability
  /** The preference that decides; null where everybody of the trial who may be told is. */
  preference: PreferenceName | null
  /** Whether what concerns the whole trial is only for those who reach all of its sites. */
  needsEverySite?: true
  /** Whether, where no preference decides, whoever reaches the trial through the system alone is told too. */
  outsiders?: true
}

/** Every kind of message, with who is told. */
export const MESSAGE_KINDS = {
  randomisation: { title: 'Randomisation', capability: 'viewTrial', preference: 'on_randomisation' },
  trial_status: { title: 'Trial status', capability: 'viewTrial', preference: 'on_trial_status' },
  trial_completion: { title: 'Trial completion', capability: 'viewTrial', preference: 'on_trial_completion' },
  site_opened: { title: 'Site opened', capability: 'viewTrial', preference: 'on_trial_status' },
  seed_revealed: { title: 'Seed revealed', capability: 'viewTrial', preference: null },
  ledger_head: { title: 'Ledger head', capability: 'manageTrialUsers', preference: null },
  unblinding: { title: 'Unblinding', capability: 'viewTrial', preference: 'on_unblinding' },
  inadvertent_unblinding: {
    title: 'Inadvertent unblinding',
    capability: 'hearOfIncidents',
    preference: 'on_unblinding',
  },
  randomisation_error: { title: 'Randomised in error', capability: 'hearOfIncidents', preference: null },
  protected_access: { title: 'Access to a protected trial', capability: 'manageTrialUsers', preference: null },
  sign_in_changed: { title: 'Sign-in changed', capability: 'manageTrialUsers', preference: null },
  study_packs_missing: { title: 'Study packs missing', capability: 'hearOfIncidents', preference: 'on_study_packs' },
  packs_missing_after_change: {
    title: 'Study packs missing after a change',
    capability: 'changeSinglePacks',
    preference: null,
    outsiders: true,
  },
  low_stock: {
    title: 'Study packs low',
    capability: 'viewStudyPacks',
    preference: 'on_study_packs',
    needsEverySite: true,
  },
} as const satisfies Record<string, Kind>

export type MessageKind = keyof typeof MESSAGE_KINDS

/** Messages about no trial: to everybody with an account, or to one person about their own. */
export type ServiceMessageKind =
  | 'broadcast'
  | 'invitation'
  | 'account_associated'
  | 'association_ended'
  | 'address_changed'
  | 'address_taken_up'
  | 'external_account_activation'
  | 'external_account_reset'
  | 'external_account_password'
  | 'external_account_asked_for'
  | 'external_account_factor'

/** Where a message stands. `resent`: another one was made in its place, and only that one is still told of. */
export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'resent'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Only what has come to its end is sent again. */
export const mayResend = (state: MessageState): boolean => state === 'sent' || state === 'failed'

/** What a change to this status is told as: a trial that has run to its end, one way or the other, is completed. */
export const statusMessageKind = (statusId: number): 'trial_status' | 'trial_completion' =>
  statusId === FINISHED || statusId === TERMINATED ? 'trial_completion' : 'trial_status'

/** A person's access to a trial: what they may do, where, and whether they have a role in that very trial. */
export type RecipientAccess = { permission: EffectivePermission; sites: PermittedSites; has_role_in_trial: boolean }

type Trial = { id: number; is_protected_trial: boolean }

export const accessIn = (trial: Trial, permissions: readonly StoredPermission[]): RecipientAccess => ({
  ...trialPermission(trial, permissions),
  has_role_in_trial: permissions.some(({ trial_id }) => trial_id === trial.id),
})

/** What happened, as far as it decides who is told: its kind, and the site it happened at, or null for the whole trial. */
export type NotifiedEvent = { kind: MessageKind; site_id: number | null }

/** Whether a person may be told of this: they have the capability, and what happened at a site happened at one of theirs. */
export const mayReceive = ({ kind, site_id }: NotifiedEvent, { permission, sites }: RecipientAccess): boolean => {
  const { capability, needsEverySite }: Kind = MESSAGE_KINDS[kind]
  const isInReach = site_id === null ? !needsEverySite || sites === 'all' : reachesSite(sites, site_id)
  return isInReach && can(permission, capability)
}

/**
 * What a person is told of: as they chose, or by default. Never of study packs without access to them.
 */
export const preferencesIn = (access: RecipientAccess, chosen: Preferences | null): Preferences => {
  const holds = (name: PreferenceName): boolean => (chosen ? chosen[name] : isDefault(name, access))
  return {
    on_trial_status: holds('on_trial_status'),
    on_trial_completion: holds('on_trial_completion'),
    on_randomisation: holds('on_randomisation'),
    on_unblinding: holds('on_unblinding'),
    on_study_packs: holds('on_study_packs') && mayChooseStudyPacks(access),
  }
}

/**
 * Whether what a person chose to be told of in a trial is forgotten, by what they held there before a change and hold after it:
 * where a role of theirs crosses the threshold of the investigators, and where they join the trial or leave it.
 * The form of a permission has it acknowledged.
 */
export const forgetsPreferences = (before: readonly HeldRole[], after: readonly HeldRole[]): boolean => {
  const [was, is] = [new Set(before.map(isOfInvestigator)), new Set(after.map(isOfInvestigator))]
  return was.size === 0 || is.size === 0 || was.has(true) !== is.has(true) || hasCrossed(before, after)
}

type HeldRole = { readonly id: number; readonly role_id: number }

/** Whether one permission, kept, was moved across the threshold, whatever else is held. */
const hasCrossed = (before: readonly HeldRole[], after: readonly HeldRole[]): boolean =>
  before.some((role) => {
    const now = after.find(({ id }) => id === role.id)
    return now !== undefined && isOfInvestigator(now) !== isOfInvestigator(role)
  })

const isOfInvestigator = ({ role_id }: HeldRole): boolean => {
  const role = roleOfId(role_id)
  return role !== undefined && isInvestigator(role)
}

/** Whether a person may choose to be told of study packs at all. */
export const mayChooseStudyPacks = ({ permission }: RecipientAccess): boolean => can(permission, 'viewStudyPacks')

const isDefault = (name: PreferenceName, { permission, has_role_in_trial }: RecipientAccess): boolean =>
  can(permission, PREFERENCES[name].from) && (has_role_in_trial || PREFERENCES[name].outsiders)

type Person = { permissions: readonly StoredPermission[]; preferences: Preferences | null }

/** Which of these people are told of what happened in a trial. */
export const recipientsOf = <P extends Person>(trial: Trial, event: NotifiedEvent, people: readonly P[]): P[] =>
  people.filter(({ permissions, preferences }) => {
    const access = accessIn(trial, permissions)
    if (!mayReceive(event, access)) return false
    const { preference, outsiders }: Kind = MESSAGE_KINDS[event.kind]
    if (preference !== null) return preferencesIn(access, preferences)[preference]
    return access.has_role_in_trial || outsiders === true
  })

/**
 * Whether a person administers the system and is not blinded in a trial. Where nobody in the trial may be told of what its blinded people
 * did, such a person is, with the number of the trial alone: its protection may keep all else from them.
 */
export const overseesTrial = ({ id }: Pick<Trial, 'id'>, permissions: readonly StoredPermission[]): boolean =>
  canInSystem(systemPermission(permissions), 'manageUsers') &&
  can(trialPermission({ id, is_protected_trial: false }, permissions).permission, 'changeSinglePacks')
