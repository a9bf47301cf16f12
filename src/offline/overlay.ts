import type { StoredAction } from '#contract/stored-action'
import type { FlagStatusName } from '#domain/participants/participant'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'

/*
 * What is shown is what the server last said, and on top of it what waits on this device to be told to it. An action that the
 * server refused changes nothing that is shown but that it wants attention.
 */

/** The words by which the target of an action is known. */
export const participantTarget = (participantId: number): string => `participant:${participantId}`
export const studyPackTarget = (studyPackId: number): string => `study_pack:${studyPackId}`

/** The actions that are still under way at a target, oldest first. */
export const pendingAt = <Item extends Pick<StoredAction, 'state' | 'targets'>>(
  actions: readonly Item[],
  target: string,
): Item[] => actions.filter(({ state, targets }) => PENDING.some((one) => one === state) && targets.includes(target))

const PENDING = ['waiting', 'sending', 'held', 'attention'] as const

const hasEffect = ({ state }: StoredAction): boolean => state !== 'attention'

/**
 * The flag status that a participant, of whom the server told at `as_of`, has once everything that waits is done. `as_of` is in
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

/** The dispense of a pack that the server has not confirmed yet, if any. */
export const waitingDispense = (studyPackId: number, actions: readonly StoredAction[]): StoredAction | undefined =>
  pendingAt(actions, studyPackTarget(studyPackId)).find((action) => action.kind === 'dispense' && hasEffect(action))

/** The dispense of a pack that the server refused and that a person has still to decide about, if any. */
export const refusedDispense = (studyPackId: number, actions: readonly StoredAction[]): StoredAction | undefined =>
  pendingAt(actions, studyPackTarget(studyPackId)).find((action) => action.kind === 'dispense' && !hasEffect(action))

/**
 * The packs whose dispense on this device is newer than the server's answer of `as_of`: it is unsent, or was confirmed since.
 * `as_of` is in milliseconds since the epoch, by this device's clock.
 */
export const packsDispensedHere = (actions: readonly StoredAction[], as_of: number): ReadonlySet<number> =>
  new Set(
    actions
      .filter((action) => action.kind === 'dispense' && isNewsAt(action, as_of))
      .flatMap(({ targets }) => targets.flatMap(studyPackIdsIn)),
  )

/** Whether what the server told at `as_of` cannot know of an action yet: it waits to be sent, or the server has said yes since. */
const isNewsAt = (action: StoredAction, as_of: number): boolean =>
  waits(action) || (acceptedAt(action) ?? -Infinity) >= as_of

const waits = (action: StoredAction): boolean => PENDING.some((one) => one === action.state) && hasEffect(action)

const acceptedAt = ({ notes }: StoredAction): number | undefined => notes.find(({ event }) => event === 'accepted')?.at

const studyPackIdsIn = (target: string): number[] => {
  const prefix = studyPackTarget(0).slice(0, -1)
  return target.startsWith(prefix) ? [Number(target.slice(prefix.length))] : []
}

/** Packs as they are once everything that was done with them on this device is done, and told of. */
export const packsAfter = <Pack extends { id: number; study_pack_status_id: number }>(
  packs: readonly Pack[],
  dispensed: ReadonlySet<number>,
): readonly Pack[] =>
  packs.map((pack) => (dispensed.has(pack.id) ? { ...pack, study_pack_status_id: DISPENSED } : pack))

const DISPENSED = studyPackStatusId(STUDY_PACK_ACTIONS.dispense.to)
