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
import { recordOf } from '../record-of'
import { FINISHED, TERMINATED } from '../trials/trial-status'

/**
 * The notifications that a person may choose in a trial. Until they choose, everybody with the capability `from` gets them; a
 * person who reaches the trial through the system alone only where `outsiders` is set.
 */
const PREFERENCES = {
  on_trial_status: { from: 'viewTrial', outsiders: false },
  on_trial_completion: { from: 'viewTrial', outsiders: false },
  on_randomisation: { from: 'randomise', outsiders: false },
  on_unblinding: { from: 'randomise', outsiders: false },
  on_study_packs: { from: 'viewStudyPacks', outsiders: true },
} as const satisfies Record<string, { from: TrialCapability; outsiders: boolean }>

export type PreferenceName = keyof typeof PREFERENCES
const isPreferenceName = (name: string): name is PreferenceName => Object.hasOwn(PREFERENCES, name)
export const PREFERENCE_NAMES: readonly PreferenceName[] = Object.keys(PREFERENCES).filter(isPreferenceName)
export type Preferences = Record<PreferenceName, boolean>

type Kind = {
  title: string
  /** Needed to get the message at all, whatever the preferences. */
  capability: TrialCapability
  /** The preference that decides; null where everybody with the capability gets the message. */
  preference: PreferenceName | null
  /** Whether a message about the whole trial goes only to people who reach all of its sites. */
  needsEverySite?: true
  /** Whether people who reach the trial through the system alone get the message too, where no preference decides. */
  outsiders?: true
}

/** Every kind of message, with its recipients. */
export const MESSAGE_KINDS = {
  randomisation: { title: 'Randomisation', capability: 'viewTrial', preference: 'on_randomisation' },
  trial_status: { title: 'Trial status', capability: 'viewTrial', preference: 'on_trial_status' },
  trial_completion: { title: 'Trial completion', capability: 'viewTrial', preference: 'on_trial_completion' },
  reopening_requested: {
    title: 'Re-opening requested',
    capability: 'reopenTrial',
    preference: null,
    outsiders: true,
  },
  site_opened: { title: 'Site opened', capability: 'viewTrial', preference: 'on_trial_status' },
  seed_revealed: { title: 'Seed revealed', capability: 'viewTrial', preference: null },
  ledger_head: { title: 'Ledger head', capability: 'manageTrialUsers', preference: null },
  unblinding: { title: 'Unblinding', capability: 'viewTrial', preference: 'on_unblinding' },
  inadvertent_unblinding: { title: 'Inadvertent unblinding', capability: 'hearOfIncidents', preference: null },
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
  list_running_out: {
    title: 'List of allocations running out',
    capability: 'manageAllocationList',
    preference: null,
    outsiders: true,
  },
  /** A cap on participants is near or reached, of the whole trial, a site or an option of a stratum; never of a study group. */
  cap_near: { title: 'Participant limit', capability: 'hearOfIncidents', preference: null, outsiders: true },
  /** The trial goes on, and participants wait at a site. */
  waiting_list: { title: 'Waiting list', capability: 'randomise', preference: null },
  /** Goes to chosen people alone, as far as they have the capability. */
  monthly_report: {
    title: 'Monthly report',
    capability: 'viewReports',
    preference: null,
    needsEverySite: true,
    outsiders: true,
  },
} as const satisfies Record<string, Kind>

export type MessageKind = keyof typeof MESSAGE_KINDS

/** Messages about no trial: to everybody with an account, or to one person about their own account. */
export type ServiceMessageKind =
  | 'broadcast'
  | 'invitation'
  | 'account_associated'
  | 'association_ended'
  | 'address_changed'
  | 'address_taken_up'
  | 'account_ending'
  | 'external_account_activation'
  | 'external_account_reset'
  | 'external_account_password'
  | 'external_account_asked_for'
  | 'external_account_factor'

/** The states of a message. `resent`: another message replaces it, and only that one is delivered. */
export const MESSAGE_STATES = ['queued', 'sending', 'sent', 'failed', 'resent'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MESSAGE_STATE_TITLES: Readonly<Record<MessageState, string>> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  resent: 'Sent again',
}

/** The title of a kind of message; of one that only a newer version knows, its name. */
export const messageTitle = (kind: string): string => (isMessageKind(kind) ? MESSAGE_KINDS[kind].title : kind)

const isMessageKind = (kind: string): kind is MessageKind => Object.hasOwn(MESSAGE_KINDS, kind)

/** Only a message that was delivered, or will not be, is sent again. */
export const mayResend = (state: MessageState): boolean => state === 'sent' || state === 'failed'

/** The kind of message about a change to this status; both ways to end a trial are `trial_completion`. */
export const statusMessageKind = (statusId: number): 'trial_status' | 'trial_completion' =>
  statusId === FINISHED || statusId === TERMINATED ? 'trial_completion' : 'trial_status'

/** A person's access to a trial: what they may do, where, and whether they have a role in this very trial. */
export type RecipientAccess = { permission: EffectivePermission; sites: PermittedSites; has_role_in_trial: boolean }

type Trial = { id: number; is_protected_trial: boolean }

export const accessIn = (trial: Trial, permissions: readonly StoredPermission[]): RecipientAccess => ({
  ...trialPermission(trial, permissions),
  has_role_in_trial: permissions.some(({ trial_id }) => trial_id === trial.id),
})

/** The facts of an event that decide its recipients: its kind and site, null for the whole trial. */
export type NotifiedEvent = { kind: MessageKind; site_id: number | null }

/** Whether a person may get a message about this event: they have the capability, and reach the site. */
export const mayReceive = ({ kind, site_id }: NotifiedEvent, { permission, sites }: RecipientAccess): boolean => {
  const { capability, needsEverySite }: Kind = MESSAGE_KINDS[kind]
  const isInReach = site_id === null ? !needsEverySite || sites === 'all' : reachesSite(sites, site_id)
  return isInReach && can(permission, capability)
}

/** A person's notifications, as they chose or by default. Never about study packs without access to them. */
export const preferencesIn = (access: RecipientAccess, chosen: Preferences | null): Preferences => {
  const isOn = (name: PreferenceName): boolean => (chosen ? chosen[name] : isDefault(name, access))
  return { ...recordOf(PREFERENCE_NAMES, isOn), on_study_packs: isOn('on_study_packs') && mayChooseStudyPacks(access) }
}

/**
 * Whether a person's chosen notifications in a trial are reset, by their permissions there before and after a change: where a
 * role crosses the threshold of the investigators, and where they join or leave the trial. The permission form asks for a
 * confirmation.
 */
export const resetsPreferences = (before: readonly HeldRole[], after: readonly HeldRole[]): boolean => {
  const [kindsBefore, kindsAfter] = [new Set(before.map(isOfInvestigator)), new Set(after.map(isOfInvestigator))]
  return (
    kindsBefore.size === 0 ||
    kindsAfter.size === 0 ||
    kindsBefore.has(true) !== kindsAfter.has(true) ||
    hasCrossed(before, after)
  )
}

type HeldRole = { readonly id: number; readonly role_id: number }

/** Whether a permission that stays was moved across the threshold. */
const hasCrossed = (before: readonly HeldRole[], after: readonly HeldRole[]): boolean =>
  before.some((role) => {
    const now = after.find(({ id }) => id === role.id)
    return now !== undefined && isOfInvestigator(now) !== isOfInvestigator(role)
  })

const isOfInvestigator = ({ role_id }: HeldRole): boolean => {
  const role = roleOfId(role_id)
  return role !== undefined && isInvestigator(role)
}

/** Whether a person may choose notifications about study packs. */
export const mayChooseStudyPacks = ({ permission }: RecipientAccess): boolean => can(permission, 'viewStudyPacks')

const isDefault = (name: PreferenceName, { permission, has_role_in_trial }: RecipientAccess): boolean =>
  can(permission, PREFERENCES[name].from) && (has_role_in_trial || PREFERENCES[name].outsiders)

type Person = { permissions: readonly StoredPermission[]; preferences: Preferences | null }

/**
 * The people among these who get a message about an event in a trial. Where no preference decides and nobody with a role in it may get
 * it, people who reach it through the system do (src/decisions/0112-news-that-would-reach-nobody.md).
 */
export const recipientsOf = <P extends Person>(trial: Trial, event: NotifiedEvent, people: readonly P[]): P[] => {
  const { preference, outsiders }: Kind = MESSAGE_KINDS[event.kind]
  const able = people.filter(({ permissions }) => mayReceive(event, accessIn(trial, permissions)))
  if (preference !== null)
    return able.filter(
      ({ permissions, preferences }) => preferencesIn(accessIn(trial, permissions), preferences)[preference],
    )
  const ofTrial = able.filter(({ permissions }) => accessIn(trial, permissions).has_role_in_trial)
  return outsiders === true || ofTrial.length === 0 ? able : ofTrial
}

/**
 * Whether a person administers the system and is unblinded in a trial. Where nobody in the trial may hear of actions of its
 * blinded people, such a person does, by the trial's number alone: its protection may withhold the rest.
 */
export const overseesTrial = ({ id }: Pick<Trial, 'id'>, permissions: readonly StoredPermission[]): boolean =>
  canInSystem(systemPermission(permissions), 'manageUsers') &&
  can(trialPermission({ id, is_protected_trial: false }, permissions).permission, 'changeSinglePacks')
