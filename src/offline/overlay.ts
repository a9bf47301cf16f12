import type { StoredAction } from '#contract/stored-action'
import type { FlagStatusName } from '#domain/participants/participant'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { effectOf } from './offline-actions'
import { isOpen } from './outbox-item'
import { participantTarget, studyPackTarget } from './targets'

/*
 * Screens show the server's last answer with the unsent actions of this device applied. A refused action changes nothing but
 * that it needs attention.
 */

/** The unfinished actions on a target, oldest first. */
export const pendingAt = <Item extends Pick<StoredAction, 'state' | 'targets'>>(
  actions: readonly Item[],
  target: string,
): Item[] => actions.filter((action) => isOpen(action) && action.targets.includes(target))

/** The targets of all unfinished actions, whoever made them. */
export const pendingTargets = (actions: readonly Pick<StoredAction, 'state' | 'targets'>[]): ReadonlySet<string> =>
  new Set(actions.filter((action) => isOpen(action)).flatMap(({ targets }) => targets))

const hasEffect = ({ state }: StoredAction): boolean => state !== 'attention'

/**
 * The flag status of a participant, as the server answered at `as_of`, once all unsent actions are done. `as_of` is in
 * milliseconds since the epoch, by this device's clock.
 */
export const flagStatusAfter = (
  participant: { id: number; flag_status: { name: FlagStatusName } },
  actions: readonly StoredAction[],
  as_of: number,
): FlagStatusName =>
  actions
    .filter((action) => action.targets.includes(participantTarget(participant.id)) && isNewsAt(action, as_of))
    .flatMap((action) => effectOf(action).flag_status ?? [])
    .at(-1) ?? participant.flag_status.name

/** The unconfirmed dispense of a pack, if any. */
export const waitingDispense = (studyPackId: number, actions: readonly StoredAction[]): StoredAction | undefined =>
  pendingAt(actions, studyPackTarget(studyPackId)).find((action) => dispenses(action) && hasEffect(action))

/** The refused dispense of a pack about which a person has still to decide, if any. */
export const refusedDispense = (studyPackId: number, actions: readonly StoredAction[]): StoredAction | undefined =>
  pendingAt(actions, studyPackTarget(studyPackId)).find((action) => dispenses(action) && !hasEffect(action))

const dispenses = (action: StoredAction): boolean => effectOf(action).dispensed !== undefined

/**
 * The packs whose dispense on this device is newer than the server's answer of `as_of`: unsent, or confirmed since. `as_of` is
 * in milliseconds since the epoch, by this device's clock.
 */
export const packsDispensedHere = (actions: readonly StoredAction[], as_of: number): ReadonlySet<number> =>
  new Set(actions.filter((action) => isNewsAt(action, as_of)).flatMap((action) => effectOf(action).dispensed ?? []))

/** Whether an answer of `as_of` cannot include an action: it is unsent, or the server accepted it since. */
const isNewsAt = (action: StoredAction, as_of: number): boolean =>
  waits(action) || (acceptedAt(action) ?? -Infinity) >= as_of

const waits = (action: StoredAction): boolean => isOpen(action) && hasEffect(action)

const acceptedAt = ({ notes }: StoredAction): number | undefined => notes.find(({ event }) => event === 'accepted')?.at

/** Packs with the dispenses of this device applied. */
export const packsAfter = <Pack extends { id: number; study_pack_status_id: number }>(
  packs: readonly Pack[],
  dispensed: ReadonlySet<number>,
): readonly Pack[] =>
  // Home reads the packs of every trial with each change: without a dispense there is nothing to copy.
  dispensed.size === 0
    ? packs
    : packs.map((pack) => (dispensed.has(pack.id) ? { ...pack, study_pack_status_id: DISPENSED } : pack))

const DISPENSED = studyPackStatusId(STUDY_PACK_ACTIONS.dispense.to)
