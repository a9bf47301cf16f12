import type { TrialCapability } from '../people/permissions'
import {
  lastAllocationDate,
  STUDY_PACK_STATUSES,
  studyPackStatusId,
  studyPackStatusOfId,
  type StudyPackStatus,
  type StudyPackStatusKey,
} from './study-pack'

type Action = {
  /** The label of its button. */
  label: string
  /** The summary of its call in the API's document. */
  summary: string
  from: readonly StudyPackStatusKey[]
  /** The resulting status; null leaves it unchanged. */
  to: StudyPackStatusKey | null
  needs: TrialCapability
  /** Whether it cannot be undone: the pack is blocked from reuse and from editing for good. */
  isIrreversible: boolean
  /** Whether it changes the packs that randomising can allocate. */
  isOfStock: boolean
  /** Its fields besides the packs and the reason. */
  input: 'site' | 'expiration' | 'code' | null
  /** Its participle in messages: "12 packs were removed". */
  participle: string
  /** How the audit log describes it, where that is not `participle`. */
  recorded?: string
  /** The words in the pack's history. */
  event: string
  audit: { kind: `study_packs_${string}`; title: string }
  /** The event in its participant's history; null for actions before a participant has the pack. */
  participant_event: `study_pack_${string}` | null
}

const OF_STOCK = {
  needs: 'manageStudyPacks',
  isIrreversible: false,
  isOfStock: true,
  input: null,
  participant_event: null,
} as const satisfies Partial<Action>

/**
 * Every action on a study pack, in the order in which they are offered: the next step of a waiting pack first,
 * irreversible ones last.
 */
export const STUDY_PACK_ACTIONS = {
  dispense: {
    ...OF_STOCK,
    label: 'Dispense',
    summary: 'Dispense study packs to the participants they are allocated to',
    from: ['allocated'],
    to: 'dispensed',
    isOfStock: false,
    input: 'code',
    participle: 'dispensed',
    event: 'Dispensed',
    audit: { kind: 'study_packs_dispensed', title: 'Study packs dispensed' },
    participant_event: 'study_pack_dispensed',
  },
  activate: {
    ...OF_STOCK,
    label: 'Activate',
    summary: 'Activate study packs, so that they can be allocated',
    from: ['inactive'],
    to: 'active',
    participle: 'activated',
    event: 'Activated',
    audit: { kind: 'study_packs_activated', title: 'Study packs activated' },
  },
  deactivate: {
    ...OF_STOCK,
    label: 'Deactivate',
    summary: 'Deactivate study packs, so that they are not allocated',
    from: ['active'],
    to: 'inactive',
    participle: 'deactivated',
    event: 'Deactivated',
    audit: { kind: 'study_packs_deactivated', title: 'Study packs deactivated' },
  },
  transfer: {
    ...OF_STOCK,
    label: 'Transfer to site',
    summary: 'Transfer study packs to another site',
    from: ['inactive', 'active'],
    to: null,
    needs: 'transferStudyPacks',
    input: 'site',
    participle: 'transferred',
    event: 'Transferred to another site',
    audit: { kind: 'study_packs_transferred', title: 'Study packs transferred' },
  },
  update: {
    ...OF_STOCK,
    label: 'Edit expiration',
    summary: 'Set the expiry date and duration of study packs',
    from: ['inactive', 'active', 'expired'],
    to: null,
    needs: 'editStudyPackExpiration',
    input: 'expiration',
    participle: 'given a new expiration',
    recorded: 'given another expiry date or duration',
    event: 'Expiration edited',
    audit: { kind: 'study_packs_updated', title: 'Study pack expiration edited' },
  },
  expire: {
    ...OF_STOCK,
    label: 'Force expire',
    summary: 'Set study packs to Expired before their expiry date',
    from: ['inactive', 'active'],
    to: 'expired',
    participle: 'set to Expired',
    event: 'Forced to expire',
    audit: { kind: 'study_packs_expired', title: 'Study packs set to Expired' },
  },
  remove: {
    ...OF_STOCK,
    label: 'Remove',
    summary: 'Remove study packs from the trial permanently',
    from: ['inactive', 'active', 'allocated'],
    to: 'removed',
    isIrreversible: true,
    participle: 'removed',
    event: 'Removed',
    audit: { kind: 'study_packs_removed', title: 'Study packs removed' },
    participant_event: 'study_pack_removed',
  },
  recall: {
    ...OF_STOCK,
    label: 'Recall',
    summary: 'Recall dispensed study packs permanently',
    from: ['dispensed'],
    to: 'recalled',
    isIrreversible: true,
    isOfStock: false,
    participle: 'recalled',
    event: 'Recalled',
    audit: { kind: 'study_packs_recalled', title: 'Study packs recalled' },
    participant_event: 'study_pack_recalled',
  },
} as const satisfies Record<string, Action>

type Actions = typeof STUDY_PACK_ACTIONS
export type StudyPackAction = keyof Actions
/** The actions with this fact in the table. */
type ActionsThat<Fact> = { [Name in StudyPackAction]: Actions[Name] extends Fact ? Name : never }[StudyPackAction]

/** An action that changes the packs that randomising can allocate: dispensing and recalling do not. */
export type StockAction = ActionsThat<{ isOfStock: true }>
/** An action without other fields than the packs and the reason. */
export type PlainAction = ActionsThat<{ input: null }>
/** The actions that undo each other. */
export const OPPOSITE_ACTIONS = { activate: 'deactivate', deactivate: 'activate' } as const
export type ReversibleAction = keyof typeof OPPOSITE_ACTIONS
/** A change of stock by the packs alone that no other action undoes. */
export type FinalStockAction = Exclude<PlainAction & StockAction, ReversibleAction>
/** An action on a pack that a participant has. */
export type ParticipantPackAction = Exclude<StudyPackAction, ActionsThat<{ participant_event: null }>>

export const isStudyPackAction = (name: string): name is StudyPackAction => Object.hasOwn(STUDY_PACK_ACTIONS, name)
export const isStockAction = (name: StudyPackAction): name is StockAction => STUDY_PACK_ACTIONS[name].isOfStock
export const isPlainAction = (name: StudyPackAction): name is PlainAction => STUDY_PACK_ACTIONS[name].input === null
export const isReversibleAction = (name: StudyPackAction): name is ReversibleAction =>
  Object.hasOwn(OPPOSITE_ACTIONS, name)
export const isFinalStockAction = (name: StudyPackAction): name is FinalStockAction =>
  isPlainAction(name) && isStockAction(name) && !isReversibleAction(name)
export const isParticipantPackAction = (name: StudyPackAction): name is ParticipantPackAction =>
  STUDY_PACK_ACTIONS[name].participant_event !== null

export const STUDY_PACK_ACTION_NAMES: readonly StudyPackAction[] =
  Object.keys(STUDY_PACK_ACTIONS).filter(isStudyPackAction)

/** The kind and title of the audit entry of each action. */
export const PACK_ACTION_AUDITS = STUDY_PACK_ACTION_NAMES.map((name) => STUDY_PACK_ACTIONS[name].audit)

/** The events of packs in a participant's history. */
export const PARTICIPANT_PACK_EVENTS = STUDY_PACK_ACTION_NAMES.filter(isParticipantPackAction).map(
  (name) => STUDY_PACK_ACTIONS[name].participant_event,
)

/** The audit log's description of an action: "Study pack A-1 removed". */
export const recordedAs = (name: StudyPackAction): string => {
  const { participle, recorded = participle }: Action = STUDY_PACK_ACTIONS[name]
  return recorded
}

/** Whether a pack in this status permits the action. */
export const permitsAction = (statusId: number, name: StudyPackAction): boolean => {
  const { from }: Action = STUDY_PACK_ACTIONS[name]
  const status = studyPackStatusOfId(statusId)
  return status !== undefined && from.includes(status.key)
}

/**
 * The status a pack is in after an action. An Expired pack whose new last possible allocation date is not before `today`
 * becomes Inactive.
 */
export const statusAfter = (
  pack: { expire_on: string | null; duration: number | null; study_pack_status_id: number },
  name: StudyPackAction,
  today: string,
): StudyPackStatus['id'] => {
  const { to } = STUDY_PACK_ACTIONS[name]
  if (to !== null) return studyPackStatusId(to)
  const status = studyPackStatusOfId(pack.study_pack_status_id) ?? STUDY_PACK_STATUSES[0]
  const last = lastAllocationDate(pack)
  const isGoodAgain = name === 'update' && status.key === 'expired' && (last === null || last >= today)
  return isGoodAgain ? studyPackStatusId('inactive') : status.id
}
