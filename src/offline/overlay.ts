import type { StoredAction, StoredCall } from '#contract/stored-action'
import type { FlagStatusName } from '#domain/participant'
import { STUDY_PACK_ACTIONS, studyPackStatusId } from '#domain/study-pack'

/*
 * What is shown is what the server last said, and on top of it what waits on this device to be told to it. An action that the
 * server refused changes nothing that is shown but that it wants attention.
 */

/** The words by which the target of an action is known. */
export const participantTarget = (participantId: number): string => `participant:${participantId}`
export const studyPackTarget = (studyPackId: number): string => `study_pack:${studyPackId}`

/** The actions that are still under way at a target, oldest first. */
export const pendingAt = (actions: readonly StoredAction[], target: string): StoredAction[] =>
  actions.filter(({ state, targets }) => PENDING.some((one) => one === state) && targets.includes(target))

const PENDING = ['waiting', 'sending', 'held', 'attention'] as const

const hasEffect = ({ state }: StoredAction): boolean => state !== 'attention'

const lastCall = <Kind extends StoredCall['kind']>(
  actions: readonly StoredAction[],
  kind: Kind,
): Extract<StoredCall, { kind: Kind }> | undefined =>
  actions
    .filter(hasEffect)
    .flatMap(({ call }) => (isOfKind(call, kind) ? [call] : []))
    .at(-1)

const isOfKind = <Kind extends StoredCall['kind']>(
  call: StoredCall | null,
  kind: Kind,
): call is Extract<StoredCall, { kind: Kind }> => call?.kind === kind

/** The flag status that a participant has once everything that waits is done. */
export const flagStatusAfter = (
  participant: { id: number; flag_status: { name: FlagStatusName } },
  actions: readonly StoredAction[],
): FlagStatusName =>
  lastCall(pendingAt(actions, participantTarget(participant.id)), 'flag')?.body.flag_status ??
  participant.flag_status.name

/** The status that a pack has once everything that waits is done. */
export const packStatusAfter = (
  pack: { id: number; study_pack_status_id: number },
  actions: readonly StoredAction[],
): number =>
  lastCall(pendingAt(actions, studyPackTarget(pack.id)), 'dispense')
    ? studyPackStatusId(STUDY_PACK_ACTIONS.dispense.to)
    : pack.study_pack_status_id
