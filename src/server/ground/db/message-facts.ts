import type { MonthlyFigures } from '#domain/reports/monthly-report'
import type { StockAction } from '#domain/study-packs/study-pack-actions'

/** The facts of every message: the trial, the time and the actor. */
type ActorAndTime = {
  trial: { id: number; title: string; selected_timezone: string }
  /** When the event happened. */
  at: string
  /** The name of the person who did it. */
  by: string
}

type AtSite = { site: { id: number; title: string } }

/** A participant as they were randomised. No group is stored: the email reads it when it is written. */
export type RandomisedFacts = ActorAndTime &
  AtSite & {
    kind: 'randomisation'
    trial_sequence_no: number
    participant_id_label: string
    participant_id: string | null
    pack_ids: string[]
    strata: { stratum: string; option: string }[]
  }

export type StatusFacts = ActorAndTime & {
  kind: 'trial_status' | 'trial_completion'
  from: string
  to: string
  reason: string
  /** The published commitment to the trial's seed, in the message of its first start (RCT-ALLOC-1). */
  commitment: string | null
  /** Who requested that a finished trial is re-opened; `by` confirmed it. */
  requested_by?: string
}

/** Someone requested that a finished trial is re-opened. */
export type ReopeningRequestedFacts = ActorAndTime & { kind: 'reopening_requested'; reason: string }

/** A site was opened. */
export type SiteOpenedFacts = ActorAndTime & AtSite & { kind: 'site_opened'; reason: string }

/** The seed was revealed. The seed itself is never included. */
export type RevealFacts = ActorAndTime & { kind: 'seed_revealed'; reason: string; commitment: string }

/** The head of a ledger: a salted hash, which reveals nothing of any record. */
export type LedgerHeadFacts = ActorAndTime & { kind: 'ledger_head'; head: string }

/**
 * A participant was unblinded, never with the group. Only the reason of the first unblinding: later authors may know the group.
 */
export type UnblindingFacts = ActorAndTime &
  AtSite & { kind: 'unblinding'; trial_sequence_no: number; reason: string | null }

/** An inadvertent unblinding was recorded, without its comment, which may name the group. */
export type InadvertentFacts = ActorAndTime & AtSite & { kind: 'inadvertent_unblinding'; trial_sequence_no: number }

/** An error was recorded, with its kind and without its comment, which may name the group. */
export type ErrorFacts = ActorAndTime &
  AtSite & { kind: 'randomisation_error'; trial_sequence_no: number; error: string }

/** Packs are missing, never of which group: that would reveal what the next participant might have got. */
export type MissingPacksFacts = ActorAndTime & AtSite & { kind: 'study_packs_missing' }

/** Packs are missing within a day of changes by blinded people: the changes, their authors and reasons, the latest first. */
export type MissingAfterChangeFacts = ActorAndTime &
  AtSite & {
    kind: 'packs_missing_after_change'
    changes: { at: string; by: string; action: StockAction; packs: number; reason: string }[]
    /** How many more changes there were; missing in emails of earlier versions. */
    more?: number
  }

/** The same for system administrators, where nobody in the trial may get the message: only the trial's number. */
export type MissingUnwatchedFacts = {
  kind: 'packs_missing_after_change'
  trial: { id: number; selected_timezone: string }
  at: string
  changes: null
}

/** How many packs are left, at a site or in the whole trial, never of which group. */
export type LowStockFacts = (ActorAndTime | (ActorAndTime & AtSite)) & {
  kind: 'low_stock'
  active: number
  level: number
}

/** How many places an uploaded list has left for a stratum, never of which group. */
export type ListRunningOutFacts = ActorAndTime & { kind: 'list_running_out'; stratum: string; places_left: number }
/** A cap on the participants of the trial, a site or an option of a stratum is near, or was reached. */
export type CapFacts = (ActorAndTime | (ActorAndTime & AtSite)) & {
  kind: 'cap_near'
  news: 'near' | 'reached'
  of: 'trial' | 'site' | 'stratum'
  count: number
  most: number
  /** The stratum with the option, of one of a stratum. */
  option: string | null
}

/** A trial goes on, and so many participants wait at a site. */
export type WaitingListFacts = ActorAndTime & AtSite & { kind: 'waiting_list'; waiting: number }

/** A system administrator now reaches a protected trial: the person, and their role in it. */
export type ProtectedAccessFacts = ActorAndTime & { kind: 'protected_access'; person: string; role: string }

/** The changed part of a user's sign-in. */
export type SignInChange = 'address' | 'association' | 'association_ended'

/** A user of the trial has another address or account to sign in with; neither is included. */
export type SignInFacts = ActorAndTime & { kind: 'sign_in_changed'; person: string; change: SignInChange }

/** The figures of a month when the report was made. */
export type MonthlyReportFacts = ActorAndTime & { kind: 'monthly_report'; month: string; figures: MonthlyFigures }

/** The facts of a message, the same for all its recipients. */
export type MessageFacts =
  | RandomisedFacts
  | StatusFacts
  | ReopeningRequestedFacts
  | SiteOpenedFacts
  | RevealFacts
  | UnblindingFacts
  | InadvertentFacts
  | ErrorFacts
  | MissingPacksFacts
  | MissingAfterChangeFacts
  | MissingUnwatchedFacts
  | ProtectedAccessFacts
  | SignInFacts
  | LowStockFacts
  | ListRunningOutFacts
  | CapFacts
  | WaitingListFacts
  | LedgerHeadFacts
  | MonthlyReportFacts

/** A study group for a letter, which decides which of its names its reader sees. */
export type NamedGroup = { name: string; label: string | null }

/** The facts for writing a letter: with the groups of a participant, one for each factor. */
export type LetterFacts =
  Exclude<MessageFacts, RandomisedFacts | MissingUnwatchedFacts> | (RandomisedFacts & { groups: readonly NamedGroup[] })

/** A message from one person to everybody. */
export type BroadcastFacts = { kind: 'broadcast'; subject: string; body: string; at: string; by: string }

/**
 * A message to one person about their own account. `link_secret` is the sealed secret of its link, until it is sent or given
 * up.
 */
type Personal = { at: string; time_zone: string; link_secret?: string }

/** The link by which a person associates an account to sign in with. */
export type InvitationFacts = Personal & { kind: 'invitation'; by: string; expires_at: string }

/** An account of this provider was associated with the person. */
export type AssociatedFacts = Personal & { kind: 'account_associated'; provider: string }

/** An account of this provider is no longer associated with the person. */
export type AssociationEndedFacts = Personal & { kind: 'association_ended'; provider: string }

/** The address is no longer the person's; sent to that address. */
export type AddressChangedFacts = Personal & { kind: 'address_changed' }

/** The address is now the person's; sent to that address. */
export type AddressTakenUpFacts = Personal & { kind: 'address_taken_up' }

/** The account ends then. `days` is the warning, of ACCOUNT_WARNING_DAYS. */
export type AccountEndingFacts = Personal & { kind: 'account_ending'; expires_at: string; days: number }

/** The events of an external user account. */
export type ExternalAccountNews =
  | { kind: 'external_account_activation' | 'external_account_reset'; expires_at: string }
  | { kind: 'external_account_password' | 'external_account_asked_for' }
  | FactorNews

/** The events of its second factor; `codes_left` is the number of unused recovery codes. */
export type FactorNews = { kind: 'external_account_factor' } & (
  { change: 'on' | 'off' | 'reset' } | { change: 'recovery_code'; codes_left: number }
)

/** The account: `account` is its email address; `account_id` identifies it, and is in no letter. */
export type ExternalAccountFacts = Personal & { account: string; account_id: string } & ExternalAccountNews

export type PersonalFacts =
  | InvitationFacts
  | AssociatedFacts
  | AssociationEndedFacts
  | AddressChangedFacts
  | AddressTakenUpFacts
  | AccountEndingFacts
  | ExternalAccountFacts

/** The facts of a message outside trials. */
export const accountIdOf = (facts: PersonalFacts): string | null => ('account_id' in facts ? facts.account_id : null)

/** The facts of a message outside trials. */
export type ServiceMessageFacts = BroadcastFacts | PersonalFacts

/** The site of the event, or null where it concerns the whole trial. */
export const siteOf = (facts: MessageFacts): number | null => ('site' in facts ? facts.site.id : null)
