import type { StoredAction } from '#contract/stored-action'
import type { ActionEffect, StoredCall, StoredKind } from '#contract/stored-calls'
import { participantTarget, studyPackTarget } from './targets'

/** What this device knows of one kind of action without the server. */
type OfflineAction<Kind extends StoredKind> = {
  /** The records that it is about. One action at a time is sent for each. */
  targets: (call: StoredCall<Kind>) => string[]
  /** What lists show once it is done; also its receipt. */
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

/** What lists show once a call is done. */
export const effectOfCall = <Kind extends StoredKind>(call: StoredCall<Kind>): ActionEffect =>
  OFFLINE_ACTIONS[call.kind].effect(call)

/** What lists show of an action: of an open one by its call, of a done one by its receipt, and of any other nothing. */
export const effectOf = ({ call, receipt }: Pick<StoredAction, 'call' | 'receipt'>): ActionEffect =>
  receipt ?? (call === null ? {} : effectOfCall(call))
