import type { StoredAction } from '#contract/stored-action'

/** How many actions are shown at first, and with each further press. */
export const PART = 50

/**
 * At most this many actions, in their order. Where there are more than `PART`, refused ones come first: they wait for a
 * person. The action `inHand` is always among them: a person types about it.
 */
export const firstActions = (
  actions: readonly StoredAction[],
  most: number,
  inHand: string | null,
): readonly StoredAction[] => {
  if (actions.length <= PART) return actions
  const refused = actions.filter(({ state }) => state === 'attention')
  const others = actions.filter(({ state }) => state !== 'attention')
  return [...refused, ...others].filter(({ id }, place) => place < most || id === inHand)
}
