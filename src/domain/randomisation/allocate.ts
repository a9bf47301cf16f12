import { accepted, refused, type Outcome } from '../outcome'
import type { RandomisationMethodName } from '../trials/trial-methods'
import { drawBiasedCoin } from './biased-coin'
import { drawBigStick } from './big-stick'
import { drawBlocked, isBlockStateOf } from './blocked'
import { drawChosenBlocks, isChosenBlockOf } from './chosen-blocks'
import { isCoinStateOf } from './coin'
import { countMoved, isCountState, type CountState } from './count-state'
import { weightSum, type AllocationDesign, type DesignOf } from './design'
import { drawEfron } from './efron'
import { drawMaximal, isMaximalStateOf } from './maximal'
import { drawMinimised } from './minimisation'
import { drawFromList, isListStateOf, placesLeft, type ListState } from './own-list'
import type { BlockState } from './permuted-block'
import type { RandomSource } from './random-source'
import { drawStandard } from './standard'
import { drawUrn, isUrnStateOf } from './urn'

type MethodStates = {
  readonly standard: never
  readonly blocked: BlockState
  readonly urn: CountState
  readonly minimisation: CountState
  readonly big_stick: CountState
  readonly biased_coin: CountState
  readonly efron: CountState
  readonly maximal: CountState
  readonly chosen_blocks: BlockState
  readonly list: ListState
}

export type StateOf<Method extends RandomisationMethodName> = MethodStates[Method]

/** The state between two draws under one key, as plain JSON. */
export type DrawState = StateOf<RandomisationMethodName>

export type Allocation<Method extends RandomisationMethodName = RandomisationMethodName> = {
  /** The index of what was drawn: a virtual arm in a minimisation, a cell in every other method. The ledger calls it `arm`. */
  readonly drawn_index: number
  /** One group, or one of each factor. */
  readonly group_ids: readonly number[]
  /** The new state under each key, in the order of the keys. */
  readonly states: readonly StateOf<Method>[]
  /** The row of an uploaded list, counted from 1 within its stratum. */
  readonly position?: number
}

/**
 * Draws for the next participant. In: the design at the participant (`designAt`), the states under each of the participant's `stateKeys` in their
 * order (null: none yet), the words of this allocation. Out: groups and the new states. Pure: the same in, the same
 * out; its cost does not depend on how many were drawn before. Source: src/specification/rct-alloc-1.md#the-methods.
 */
export const allocate = <Method extends RandomisationMethodName>(
  design: DesignOf<Method>,
  states: readonly (StateOf<Method> | null)[],
  source: RandomSource,
): Allocation<Method> => METHODS[design.method].draw(design, states, source)

/** Whether there is anything to give under these states: no other method than an uploaded list ever runs out. */
export const hasPlace = (states: readonly (DrawState | null)[], { method }: AllocationDesign): boolean => {
  const [state = null] = states
  return method !== 'list' || (state !== null && 'rows' in state && placesLeft(state) > 0)
}

/**
 * Stored states in (null: none yet), the same out; refused when this design cannot have left one of them, so that a damaged
 * or altered row never steers a draw.
 */
export const readStates = <Method extends RandomisationMethodName>(
  design: DesignOf<Method>,
  stored: readonly unknown[],
): Outcome<readonly (StateOf<Method> | null)[], 'state_damaged'> => {
  const method = METHODS[design.method]
  const states: (StateOf<Method> | null)[] = []
  for (const one of stored) {
    if (one === null) states.push(null)
    else if (method.isStateOf(design, one)) states.push(one)
    else return refused('state_damaged')
  }
  return accepted(states)
}

/**
 * The states after the participant who drew `drawnIndex` left the counts (−1) or joined them again (1). Only methods that count move; the slot of a
 * block or a sequence is never given back (src/specification/rct-alloc-1.md#flags). Refused where the counts do not include the participant.
 */
export const moveCounts = <Method extends RandomisationMethodName>(
  design: DesignOf<Method>,
  states: readonly (StateOf<Method> | null)[],
  drawnIndex: number,
  by: 1 | -1,
): Outcome<readonly (StateOf<Method> | null)[], 'state_damaged'> => METHODS[design.method].move(states, drawnIndex, by)

type MethodOf<Method extends RandomisationMethodName> = {
  readonly draw: (
    design: DesignOf<Method>,
    states: readonly (StateOf<Method> | null)[],
    source: RandomSource,
  ) => Allocation<Method>
  readonly isStateOf: (design: DesignOf<Method>, stored: unknown) => stored is StateOf<Method>
  readonly move: (
    states: readonly (StateOf<Method> | null)[],
    drawnIndex: number,
    by: 1 | -1,
  ) => Outcome<readonly (StateOf<Method> | null)[], 'state_damaged'>
}

const moveInCounts = (
  states: readonly (CountState | null)[],
  drawnIndex: number,
  by: 1 | -1,
): Outcome<readonly CountState[], 'state_damaged'> => {
  const moved = states.flatMap((state) => (state === null ? [] : [countMoved(state.counts, drawnIndex, by)]))
  const isSound = moved.length === states.length && moved.every(({ counts }) => (counts[drawnIndex] ?? -1) >= 0)
  return isSound ? accepted(moved) : refused('state_damaged')
}

const METHODS: { readonly [Method in RandomisationMethodName]: MethodOf<Method> } = {
  standard: { draw: drawStandard, isStateOf: (_design, _stored): _stored is never => false, move: accepted },
  blocked: { draw: drawBlocked, isStateOf: isBlockStateOf, move: accepted },
  urn: { draw: drawUrn, isStateOf: isUrnStateOf, move: moveInCounts },
  minimisation: {
    draw: drawMinimised,
    isStateOf: (design, stored) => isCountState(weightSum(design.cells), stored),
    move: moveInCounts,
  },
  big_stick: { draw: drawBigStick, isStateOf: isCoinStateOf, move: moveInCounts },
  biased_coin: { draw: drawBiasedCoin, isStateOf: isCoinStateOf, move: moveInCounts },
  efron: { draw: drawEfron, isStateOf: isCoinStateOf, move: moveInCounts },
  maximal: { draw: drawMaximal, isStateOf: isMaximalStateOf, move: accepted },
  chosen_blocks: { draw: drawChosenBlocks, isStateOf: isChosenBlockOf, move: accepted },
  list: { draw: drawFromList, isStateOf: isListStateOf, move: accepted },
}
