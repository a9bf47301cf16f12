import { memberAt } from '../member-at'
import { groupIdsAt, type DesignBase } from './design'
import { stratumKey, type ChosenOption } from './strata'
import type { DesignOf } from './design'

/** The rows of an uploaded list for one stratum, in order, each a cell of the design. Without a site where the design is not by site. */
export type ListStratum = {
  readonly site_id: number | null
  readonly options: readonly ChosenOption[]
  readonly cells: readonly number[]
}

/** What is left of the list under one key, the next row first, and how many rows were used before. */
export type ListState = { readonly rows: readonly number[]; readonly used: number }

/**
 * The next row of the list, whatever the words: nothing is drawn. `hasPlace` is asked before; a list without a row is a defect
 * and throws. Source: src/specification/rct-alloc-1.md#uploaded-list.
 */
export const drawFromList = (design: DesignOf<'list'>, [state]: readonly (ListState | null)[]) => {
  const { rows, used } = state ?? EMPTY
  const cell = memberAt(rows, 0)
  return {
    drawn_index: cell,
    group_ids: groupIdsAt(design, cell),
    states: [{ rows: rows.slice(1), used: used + 1 }],
    position: used + 1,
  }
}

/** How many more participants a stratum has rows for. */
export const placesLeft = (state: ListState | null | undefined): number => state?.rows.length ?? 0

/** The key under which the rows of a stratum wait. */
export const keyOfListStratum = (
  design: DesignOf<'list'>,
  epoch: number,
  { site_id, options }: Pick<ListStratum, 'site_id' | 'options'>,
): string => stratumKey(design, epoch, { site_id: site_id ?? 0, options })

/** The state with the rows of a confirmed list behind those that are left. */
export const withRows = (state: ListState | null | undefined, cells: readonly number[]): ListState => {
  const { rows, used } = state ?? EMPTY
  return { rows: [...rows, ...cells], used }
}

/** Whether a stored value is what this design can have left of a list. */
export const isListStateOf = ({ cells }: DesignBase, stored: unknown): stored is ListState => {
  if (typeof stored !== 'object' || stored === null || !('rows' in stored) || !('used' in stored)) return false
  const { rows, used } = stored
  return (
    typeof used === 'number' &&
    Number.isSafeInteger(used) &&
    used >= 0 &&
    Array.isArray(rows) &&
    rows.every((cell: unknown) => typeof cell === 'number' && (cells[cell]?.weight ?? 0) > 0)
  )
}

const EMPTY: ListState = { rows: [], used: 0 }
