import { accepted, refused, type Outcome } from '../outcome'
import { allocate, hasPlace, moveCounts, readStates, type DrawState } from './allocate'
import type { AllocationDesign, OneRatioDesign } from './design'
import { countsAfter, type CountsAfterChange } from './epoch'
import { keyOfListStratum, isListStateOf, withRows, type ListStratum } from './own-list'
import type { RandomSource } from './random-source'
import { designAt } from './ratios'
import { stateKeys } from './state-keys'
import { chosenOptions, type ChosenOption } from './strata'

/** A draw that a flag may take out of the counts. */
type CountedDraw = {
  readonly keys: readonly string[]
  readonly arm: number
  readonly options: readonly ChosenOption[]
}

/** The fields of a ledger's record that determine the counts of the engine, as the ledger names them. */
export type CountedRecord =
  | { readonly type: 'settings'; readonly design: AllocationDesign }
  | { readonly type: 'epoch'; readonly epoch: number }
  /** Saved settings leave the counts of this epoch as they are. */
  | { readonly type: 'carried'; readonly epoch: number }
  | CountedAllocation
  /** `steers` is 1 where the flag removed the participant from the counts, or returned them. */
  | { readonly type: 'flag' | 'unflag'; readonly counter: number; readonly steers: 0 | 1 }
  /** A finished trial was re-opened for the time with this number, after so many draws. It changes no count. */
  | { readonly type: 'reopening'; readonly number: number; readonly drawn: number }
  /** The rows of a list that was uploaded under this number are used from here on. */
  | { readonly type: 'list'; readonly number: number }
  /** Neither changes a count: the names of groups and sites, and the reveal of the seed. */
  | { readonly type: 'names' | 'reveal' }

export type CountedAllocation = {
  readonly type: 'allocation'
  readonly counter: number
  readonly epoch: number
  readonly site: number
  readonly options: readonly { readonly stratum: number; readonly option: number }[]
  readonly arm: number
  readonly groups: readonly number[]
  /** The row of an uploaded list. */
  readonly position?: number | undefined
}

/** Why a record cannot follow the records before it. None of them says which group a participant got. */
const RECOUNT_FAULTS = [
  'no_design_yet',
  'counter_out_of_turn',
  'epoch_out_of_turn',
  'options_not_of_the_design',
  'another_draw',
  'list_unknown',
  'participant_unknown',
  'flag_state_unchanged',
  'counts_do_not_hold_participant',
  'reopening_out_of_turn',
] as const

export type RecountFault = (typeof RECOUNT_FAULTS)[number]

/** The state of a trial by its records alone. */
export type Recounted = {
  readonly design: AllocationDesign | null
  readonly epoch: number
  /** The number of draws. */
  readonly counter: number
  /** How often the trial was re-opened. */
  readonly reopenings: number
  /** The state under each key after the draws, also of earlier epochs. */
  readonly states: ReadonlyMap<string, DrawState>
  /** The flagged participants, and those out of the counts, by allocation counter. */
  readonly flagged: ReadonlySet<number>
  readonly counted_out: ReadonlySet<number>
}

export type Recount = {
  /** Counts one more record. Refuses one that cannot be the next; nothing can be counted after that. */
  readonly add: (record: CountedRecord) => Outcome<true, RecountFault>
  readonly recounted: () => Recounted
}

/**
 * Recomputes, from the first record on, the engine's states between draws, and draws every allocation again. In: the chance of
 * each allocation by its counter, and the rows of each uploaded list by its number. The result depends on nothing else. Source:
 * src/specification/rct-alloc-1.md#rules-around-the-draw.
 */
export const startRecount = (
  sourceOf: (counter: number) => RandomSource,
  listOf: (number: number) => readonly ListStratum[] | undefined = () => undefined,
): Recount => {
  let design: AllocationDesign | null = null
  let epoch = FIRST_EPOCH
  let counter = 0
  let reopenings = 0
  /**
   * What saved settings do to the counts, until the record of it, which must be the next one. Counts that may be carried begin again in
   * ledgers of before they were.
   */
  let owed: CountsAfterChange = 'unchanged'
  const states = new Map<string, DrawState>()
  const allocations = new Map<number, CountedDraw>()
  const flagged = new Set<number>()
  const counted_out = new Set<number>()

  const statesUnder = (by: OneRatioDesign, keys: readonly string[]) =>
    readStates(
      by,
      keys.map((key) => states.get(key) ?? null),
    )

  const storeStates = (keys: readonly string[], statesAfter: readonly (DrawState | null)[]) => {
    for (const [index, key] of keys.entries()) {
      const state = statesAfter[index]
      if (state) states.set(key, state)
    }
  }

  const applySettings = (next: AllocationDesign) => {
    owed = design === null ? 'unchanged' : countsAfter(design, next)
    design = next
    return COUNTED
  }

  const applyEpoch = (next: number): Outcome<true, RecountFault> => {
    if (owed === 'unchanged' || next !== epoch + 1) return refused('epoch_out_of_turn')
    epoch = next
    owed = 'unchanged'
    return COUNTED
  }

  const applyCarried = (present: number): Outcome<true, RecountFault> => {
    if (owed !== 'carried' || present !== epoch) return refused('epoch_out_of_turn')
    owed = 'unchanged'
    return COUNTED
  }

  const applyAllocation = (record: CountedAllocation): Outcome<true, RecountFault> => {
    if (design === null) return refused('no_design_yet')
    if (record.counter !== counter + 1) return refused('counter_out_of_turn')
    if (record.epoch !== epoch) return refused('epoch_out_of_turn')
    const options = chosenOptions(
      design,
      record.options.map(({ stratum, option }) => ({ trial_stratum_id: stratum, trial_stratum_option_id: option })),
    )
    if (!options.ok) return refused('options_not_of_the_design')
    const keys = stateKeys(design, epoch, { site_id: record.site, options: options.value })
    const drawnBy = designAt(design, { options: options.value })
    const before = statesUnder(drawnBy, keys)
    if (!before.ok) return refused('another_draw')
    if (!hasPlace(before.value, design)) return refused('another_draw')
    const {
      drawn_index: arm,
      group_ids,
      states: statesAfter,
      position,
    } = allocate(drawnBy, before.value, sourceOf(record.counter))
    if (position !== record.position) return refused('another_draw')
    if (arm !== record.arm || group_ids.join() !== record.groups.join()) return refused('another_draw')
    storeStates(keys, statesAfter)
    counter = record.counter
    allocations.set(counter, { keys, arm, options: options.value })
    return COUNTED
  }

  const applyList = (number: number): Outcome<true, RecountFault> => {
    const list = listOf(number)
    if (design?.method !== 'list' || list === undefined) return refused('list_unknown')
    for (const stratum of list) {
      const key = keyOfListStratum(design, epoch, stratum)
      const before = states.get(key)
      states.set(key, withRows(isListStateOf(design, before) ? before : null, stratum.cells))
    }
    return COUNTED
  }

  const applyFlag = (participantCounter: number, isFlag: boolean, steers: boolean): Outcome<true, RecountFault> => {
    const participant = allocations.get(participantCounter)
    if (design === null || participant === undefined) return refused('participant_unknown')
    if (flagged.has(participantCounter) === isFlag) return refused('flag_state_unchanged')
    if (isFlag) flagged.add(participantCounter)
    else flagged.delete(participantCounter)
    if (!steers) return COUNTED
    const isBack = counted_out.has(participantCounter)
    if (isBack) counted_out.delete(participantCounter)
    else counted_out.add(participantCounter)
    const countedBy = designAt(design, participant)
    const before = statesUnder(countedBy, participant.keys)
    const moved = before.ok ? moveCounts(countedBy, before.value, participant.arm, isBack ? 1 : -1) : before
    if (!moved.ok) return refused('counts_do_not_hold_participant')
    storeStates(participant.keys, moved.value)
    return COUNTED
  }

  return {
    add: (record) => {
      if (owed !== 'unchanged' && record.type !== 'epoch' && record.type !== 'carried')
        return refused('epoch_out_of_turn')
      switch (record.type) {
        case 'settings':
          return applySettings(record.design)
        case 'epoch':
          return applyEpoch(record.epoch)
        case 'carried':
          return applyCarried(record.epoch)
        case 'allocation':
          return applyAllocation(record)
        case 'flag':
        case 'unflag':
          return applyFlag(record.counter, record.type === 'flag', record.steers === 1)
        case 'reopening':
          if (record.number !== reopenings + 1 || record.drawn !== counter) return refused('reopening_out_of_turn')
          reopenings = record.number
          return COUNTED
        case 'list':
          return applyList(record.number)
        case 'names':
        case 'reveal':
          return COUNTED
      }
    },
    recounted: () => ({ design, epoch, counter, reopenings, states, flagged, counted_out }),
  }
}

/** The epoch in which a trial starts. */
const FIRST_EPOCH = 1

const COUNTED = accepted<true>(true)
