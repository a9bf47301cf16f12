import type { StoredAction } from '#contract/stored-action'
import type { FlagStatusName } from '#domain/participants/participant'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'

/*
 * Screens show the server's last answer with the unsent actions of this device applied. A refused action changes nothing but
 * that it needs attention.
 */

/** The targets by which actions name participants and packs. */
export const participantTarget = (participantId: number): string => `participant:${participantId}`
export const studyPackTarget = (studyPackId: number): string => `study_pack:${studyPackId}`

/** The unfinished actions on a target, oldest first. */
export const pendingAt = <Item extends Pick<StoredAction, 'state' | 'targets'>>(
  actions: readonly Item[],
  target: string,
): Item[] => actions.filter(({ state, targets }) => PENDING.some((one) => one === state) && targets.includes(target))

const PENDING = ['waiting', 'sending', 'held', 'attention'] as const

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
    .flatMap(wantedFlag)
    .at(-1) ?? participant.flag_status.name

const wantedFlag = ({ call, receipt }: StoredAction): FlagStatusName[] => {
  if (call?.kind === 'flag') return [call.body.flag_status]
  return receipt === undefined ? [] : [receipt.flag_status]
}

/** The unconfirmed dispense of a pack, if any. */
export const waitingDispense = (studyPackId: number, actions: readonly StoredAction[]): StoredAction | undefined =>
  pendingAt(actions, studyPackTarget(studyPackId)).find((action) => action.kind === 'dispense' && hasEffect(action))

/** The refused dispense of a pack about which a person has still to decide, if any. */
export const refusedDispense = (studyPackId: number, actions: readonly StoredAction[]): StoredAction | undefined =>
  pendingAt(actions, studyPackTarget(studyPackId)).find((action) => action.kind === 'dispense' && !hasEffect(action))

/**
 * The packs whose dispense on this device is newer than the server's answer of `as_of`: unsent, or confirmed since. `as_of` is
 * in milliseconds since the epoch, by this device's clock.
 */
export const packsDispensedHere = (actions: readonly StoredAction[], as_of: number): ReadonlySet<number> =>
  new Set(
    actions
      .filter((action) => action.kind === 'dispense' && isNewsAt(action, as_of))
      .flatMap(({ targets }) => targets.flatMap(studyPackIdsIn)),
  )

/** Whether an answer of `as_of` cannot include an action: it is unsent, or the server accepted it since. */
const isNewsAt = (action: StoredAction, as_of: number): boolean =>
  waits(action) || (acceptedAt(action) ?? -Infinity) >= as_of

const waits = (action: StoredAction): boolean => PENDING.some((one) => one === action.state) && hasEffect(action)

const acceptedAt = ({ notes }: StoredAction): number | undefined => notes.find(({ event }) => event === 'accepted')?.at

const studyPackIdsIn = (target: string): number[] => {
  const prefix = studyPackTarget(0).slice(0, -1)
  return target.startsWith(prefix) ? [Number(target.slice(prefix.length))] : []
}

/** Packs with the dispenses of this device applied. */
export const packsAfter = <Pack extends { id: number; study_pack_status_id: number }>(
  packs: readonly Pack[],
  dispensed: ReadonlySet<number>,
): readonly Pack[] =>
  packs.map((pack) => (dispensed.has(pack.id) ? { ...pack, study_pack_status_id: DISPENSED } : pack))

const DISPENSED = studyPackStatusId(STUDY_PACK_ACTIONS.dispense.to)
