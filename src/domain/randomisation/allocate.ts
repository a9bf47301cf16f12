import { accepted, refused, type Outcome } from '../outcome'
import { drawBlocked, isBlockStateOf, type BlockState } from './blocked'
import type { DesignOf } from './design'
import type { RunnableMethod } from '../trial-methods'
import type { RandomSource } from './random-source'
import { drawStandard } from './standard'

type KeyStates = { readonly standard: null; readonly blocked: BlockState }

export type KeyStateOf<Method extends RunnableMethod> = KeyStates[Method]

/** What is kept per stratum key between two draws, as plain JSON; null where a method keeps nothing. */
export type KeyState = KeyStateOf<RunnableMethod>

export type Allocation<Method extends RunnableMethod = RunnableMethod> = {
  readonly group_id: number
  readonly key_state: KeyStateOf<Method> | null
}

/**
 * Draws the group of the next participant of a stratum key. In: a valid design, the state the last draw of this key left
 * (null: none yet), the words of this allocation. Out: the group and the state to keep. Pure: the same in, the same out.
 * Source: RANDOMISATION, Methods.
 */
export const allocate = <Method extends RunnableMethod>(
  design: DesignOf<Method>,
  keyState: KeyStateOf<Method> | null,
  source: RandomSource,
): Allocation<Method> => METHODS[design.method].draw(design, keyState, source)

/**
 * A stored key state in (null: none yet), the state out; refused when this design cannot have left it, so that a damaged
 * or altered row never steers a draw.
 */
export const readKeyState = <Method extends RunnableMethod>(
  design: DesignOf<Method>,
  stored: unknown,
): Outcome<KeyStateOf<Method> | null, 'key_state_damaged'> => {
  const method = METHODS[design.method]
  if (stored === null) return accepted(null)
  return method.isStateOf(design, stored) ? accepted(stored) : refused('key_state_damaged')
}

type MethodOf<Method extends RunnableMethod> = {
  readonly draw: (
    design: DesignOf<Method>,
    keyState: KeyStateOf<Method> | null,
    source: RandomSource,
  ) => Allocation<Method>
  readonly isStateOf: (design: DesignOf<Method>, stored: unknown) => stored is KeyStateOf<Method>
}

const METHODS: { readonly [Method in RunnableMethod]: MethodOf<Method> } = {
  standard: { draw: drawStandard, isStateOf: (_design, stored): stored is null => stored === null },
  blocked: { draw: drawBlocked, isStateOf: isBlockStateOf },
}
