import { seesGroupsApart, type Visibility } from '../people/blinding'
import type { CellsOfEpochs } from './balance'

/** The form of the groups in a balance report: by name, by code letters, or not at all. */
export const BALANCE_FORMS = ['open', 'coded', 'pooled'] as const
export type BalanceForm = (typeof BALANCE_FORMS)[number]

/** Why groups are pooled. */
export const POOLED_REASONS = ['blinded', 'unequal_ratio'] as const
export type PooledReason = (typeof POOLED_REASONS)[number]

/**
 * The form of the trial team’s report for a reader (decision 0077). Who is not shown which participants are alike gets no groups: from
 * one report to the next, letters would tell it. Letters are given only where every group has the same chance in every epoch that has
 * participants, else their sizes would tell which is which; and where no group has or had a cap, else they would tell when one is full.
 */
export const formForTeam = (
  visibility: Visibility,
  groups: readonly {
    readonly id: number
    readonly label: string | null
    readonly factorial_level: number | null
    readonly max_participants?: number | null
  }[],
  cells: CellsOfEpochs,
  wasCapped = false,
): { form: 'coded'; because: null } | { form: 'pooled'; because: PooledReason } => {
  if (!seesGroupsApart(visibility, groups)) return { form: 'pooled', because: 'blinded' }
  const areAlike = [...cells.values()].every((ofEpoch) => {
    const weights = groups.map(({ id, factorial_level }) => {
      const own = ofEpoch.filter(({ group_ids }) => group_ids.includes(id))
      return { factorial_level, weight: own.reduce((sum, { weight }) => sum + weight, 0) }
    })
    return weights.every(({ factorial_level, weight }) =>
      weights.every((other) => other.factorial_level !== factorial_level || other.weight === weight),
    )
  })
  const isCapped = wasCapped || groups.some(({ max_participants = null }) => max_participants !== null)
  if (areAlike && !isCapped) return { form: 'coded', because: null }
  // That the ratio was ever unequal is not for the blinded: it may have been changed since.
  return { form: 'pooled', because: visibility === 'names' ? 'unequal_ratio' : 'blinded' }
}

/** A, B, … Z, AA, AB, … for 0, 1, … */
export const codeLetter = (place: number): string => {
  const last = String.fromCharCode('A'.charCodeAt(0) + (place % 26))
  return place < 26 ? last : codeLetter(Math.floor(place / 26) - 1) + last
}
