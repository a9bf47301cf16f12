import type { StockAction } from '#domain/study-packs/study-pack-actions'

/** What every message tells: in which trial, when, and who did it. */
type ActorAndTime = {
  trial: { id: number; title: string; selected_timezone: string }
  /** When it happened. */
  at: string
  /** The name of the person who did it. */
  by: string
}

type AtSite = { site: { id: number; title: string } }

/** A participant as they were randomised. No group is stored with it: the letter looks them up when it is written. */
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
  /** The published commitment to the trial's seed, told at its first start (RCT-ALLOC-1). */
  commitment: string | null
}

/** That a site may begin. */
export type SiteOpenedFacts = ActorAndTime & AtSite & { kind: 'site_opened'; reason: string }

/** That the seed was revealed, never the seed. */
export type RevealFacts = ActorAndTime & { kind: 'seed_revealed'; reason: string; commitment: string }

/** Where the ledger stands: a salted hash, which tells nothing of any record. */
export type LedgerHeadFacts = ActorAndTime & { kind: 'ledger_head'; head: string }

/** That a participant was unblinded, never to what. The reason is that of the first time alone: later the group may be known. */
export type UnblindingFacts = ActorAndTime &
  AtSite & { kind: 'unblinding'; trial_sequence_no: number; reason: string | null }

/** That it came out, without the comment: it may name the group. */
export type InadvertentFacts = ActorAndTime & AtSite & { kind: 'inadvertent_unblinding'; trial_sequence_no: number }

/** What kind of error, without the comment: it may name the group. */
export type ErrorFacts = ActorAndTime &
  AtSite & { kind: 'randomisation_error'; trial_sequence_no: number; error: string }

/** That packs are missing, never of which group: that would tell what the next participant might have got. */
export type MissingPacksFacts = ActorAndTime & AtSite & { kind: 'study_packs_missing' }

/** That packs are missing within a day of changes by blinded people: which, by whom and why, the latest first. */
export type MissingAfterChangeFacts = ActorAndTime &
  AtSite & {
    kind: 'packs_missing_after_change'
    changes: { at: string; by: string; action: StockAction; packs: number; reason: string }[]
    /** How many changes there were besides; not told in e-mails of earlier versions. */
    more?: number
  }

/** The same for system administrators, where nobody in the trial may be told: the trial's number alone. */
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

/** That a system administrator reaches a protected trial from now on: who, and by which role in it. */
export type ProtectedAccessFacts = ActorAndTime & { kind: 'protected_access'; person: string; role: string }

/** What of a user's way to sign in was changed. */
export type SignInChange = 'address' | 'association' | 'association_ended'

/** That a user of the trial is reached at another address or signs in with another account, without either. */
export type SignInFacts = ActorAndTime & { kind: 'sign_in_changed'; person: string; change: SignInChange }

/** What a message tells of, the same for all its recipients. */
export type MessageFacts =
  | RandomisedFacts
  | StatusFacts
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
  | LedgerHeadFacts

/** A study group as a letter may name it: which of its names a reader sees is decided for each letter. */
export type NamedGroup = { name: string; label: string | null }

/** The same as a letter is written of it: with the groups of a participant, one for each factor. */
export type LetterFacts =
  Exclude<MessageFacts, RandomisedFacts | MissingUnwatchedFacts> | (RandomisedFacts & { groups: readonly NamedGroup[] })

/** What one person wrote to everybody. */
export type BroadcastFacts = { kind: 'broadcast'; subject: string; body: string; at: string; by: string }

/** What one person is told of their own account. `link_secret`: that of its link, sealed, until it is sent or given up. */
type Personal = { at: string; time_zone: string; link_secret?: string }

/** The link by which a person associates an account to sign in with. */
export type InvitationFacts = Personal & { kind: 'invitation'; by: string; expires_at: string }

/** That an account of this provider was associated with the person. */
export type AssociatedFacts = Personal & { kind: 'account_associated'; provider: string }

/** That an account of this provider is no longer associated with the person. */
export type AssociationEndedFacts = Personal & { kind: 'association_ended'; provider: string }

/** That the address is no longer the person's, told to that address. */
export type AddressChangedFacts = Personal & { kind: 'address_changed' }

/** That the address is the person's from now on, told to that address. */
export type AddressTakenUpFacts = Personal & { kind: 'address_taken_up' }

/** What became of an external user account. */
export type ExternalAccountNews =
  | { kind: 'external_account_activation' | 'external_account_reset'; expires_at: string }
  | { kind: 'external_account_password' | 'external_account_asked_for' }
  | FactorNews

/** What became of its second factor; `codes_left` are the recovery codes that can still be used. */
export type FactorNews = { kind: 'external_account_factor' } & (
  { change: 'on' | 'off' | 'reset' } | { change: 'recovery_code'; codes_left: number }
)

/** Of which account: `account` is its e-mail address, `account_id` tells it from their others and is in no letter. */
export type ExternalAccountFacts = Personal & { account: string; account_id: string } & ExternalAccountNews

export type PersonalFacts =
  | InvitationFacts
  | AssociatedFacts
  | AssociationEndedFacts
  | AddressChangedFacts
  | AddressTakenUpFacts
  | ExternalAccountFacts

/** The external account that a message is about, or null where it is about none. */
export const accountIdOf = (facts: PersonalFacts): string | null => ('account_id' in facts ? facts.account_id : null)

/** What a message of no trial tells. */
export type ServiceMessageFacts = BroadcastFacts | PersonalFacts

/** The site at which it happened, or null where it concerns the whole trial. */
export const siteOf = (facts: MessageFacts): number | null => ('site' in facts ? facts.site.id : null)
