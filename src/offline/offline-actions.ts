import type { StoredAction } from '#contract/stored-action'
import type { ActionEffect, StoredCall, StoredKind } from '#contract/stored-calls'
import { participantTarget, studyPackTarget } from './targets'

/** The properties of one kind of action that are known without the server. */
type OfflineAction<Kind extends StoredKind> = {
  /** The records that it is about. One action at a time is sent for each. */
  targets: (call: StoredCall<Kind>) => string[]
  /** The change that lists show once it is done; also its receipt. */
  effect: (call: StoredCall<Kind>) => ActionEffect
  /** The packs of which some may be left out, where it is about several. */
  severalPacks: (call: StoredCall<Kind>) => readonly number[]
}

const packIds = ({ body: { study_pack_id, study_pack_ids } }: StoredCall<'dispense'>): number[] =>
  study_pack_ids ?? (study_pack_id === null ? [] : [study_pack_id])

const OFFLINE_ACTIONS: { [Kind in StoredKind]: OfflineAction<Kind> } = {
  flag: {
    targets: ({ parameters }) => [participantTarget(parameters.participant_id)],
    effect: ({ body }) => ({ flag_status: body.flag_status }),
    severalPacks: () => [],
  },
  dispense: {
    targets: (call) => packIds(call).map(studyPackTarget),
    effect: (call) => ({ dispensed: packIds(call) }),
    severalPacks: ({ body }) => body.study_pack_ids ?? [],
  },
}

/** The records that a call is about, such as `participant:12`. */
export const targetsOf = <Kind extends StoredKind>(call: StoredCall<Kind>): string[] =>
  OFFLINE_ACTIONS[call.kind].targets(call)

/** The packs of a call about several, by their ids; empty for every other call. */
export const severalPacksOf = <Kind extends StoredKind>(call: StoredCall<Kind>): readonly number[] =>
  OFFLINE_ACTIONS[call.kind].severalPacks(call)

/** The change that lists show once a call is done. */
export const effectOfCall = <Kind extends StoredKind>(call: StoredCall<Kind>): ActionEffect =>
  OFFLINE_ACTIONS[call.kind].effect(call)

/**
 * The change that lists show for an action: from the call of an open one, the receipt of a done one, none for others.
 */
export const effectOf = ({ call, receipt }: Pick<StoredAction, 'call' | 'receipt'>): ActionEffect =>
  receipt ?? (call === null ? {} : effectOfCall(call))
