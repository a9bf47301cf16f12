import { memberAt } from '../member-at'
import type { DrawnSettings } from '../trials/method-setting'
import type { RandomisationMethod, RandomisationMethodName, RatioMethodName } from '../trials/trial-methods'

/**
 * The result of a draw: one study group, or in a factorial trial one of each factor, in order of the factors. Weight 0 is a
 * closed cell: its participants stay, and it is never drawn.
 */
export type DesignCell = { readonly group_ids: readonly number[]; readonly weight: number }

type DesignStratum = { readonly id: number; readonly option_ids: readonly number[] }

/** A factor that a minimisation balances: the whole trial, the sites, or the options of the stratum with this id. */
export type MinimisationFactor = { readonly of: 'trial' | 'site' | number; readonly weight: number }

export type DesignBase = {
  /** In order of group id (of factor 1, then of factor 2); weights reduced by their greatest common divisor. */
  readonly cells: readonly DesignCell[]
  readonly is_stratified: boolean
  readonly is_site_stratified: boolean
  /** Whether flagged participants leave the counts that a draw uses. */
  readonly exclude_flagged_participants: boolean
  /** In order of id, each with its options in order of id. */
  readonly strata: readonly DesignStratum[]
  /** Every participant is drawn by the weights of `cells`; `RatioDesign` is the other case. */
  readonly ratios?: undefined
}

/** The ratio at one option: a weight for each cell, in lowest terms, 0 for a closed one. */
type OptionRatio = { readonly option: number; readonly weights: readonly number[] }

/** The ratios of a design by the option of one stratum: every option of it, in order of id, and not all alike. */
export type Ratios = { readonly stratum: number; readonly options: readonly OptionRatio[] }

/** The factors that a method with weighed strata balances, and the denominator of its probability: 100 for percent. */
type FactorsOf<Method extends RandomisationMethodName> = Extract<
  RandomisationMethod,
  { name: Method }
>['strata'] extends 'weighed'
  ? { readonly factors: readonly MinimisationFactor[]; readonly minimisation_out_of: number }
  : unknown

/** The base, and the settings of one method. */
export type DesignOf<Method extends RandomisationMethodName> = {
  [M in Method]: DesignBase & { readonly method: M } & DrawnSettings<M> & FactorsOf<M>
}[Method]

/** A design with the same ratio for every participant. */
export type OneRatioDesign = DesignOf<RandomisationMethodName>

/** A design whose ratio differs by an option. Its cells have the weight 1 where they are open, so that no draw is made by them. */
export type RatioDesign = {
  [M in RatioMethodName]: Omit<DesignOf<M>, 'ratios'> & { readonly ratios: Ratios }
}[RatioMethodName]

/** A design that the engine can draw by, once `designAt` has the participant's ratio; only `validateDesign` makes one. */
export type AllocationDesign = OneRatioDesign | RatioDesign

/** The groups the next participant may get, in order of id: those of a cell with a weight above 0. */
export const openGroupIds = (design: Pick<AllocationDesign, 'cells'>): readonly number[] =>
  [...new Set(design.cells.filter(({ weight }) => weight > 0).flatMap(({ group_ids }) => group_ids))].sort(
    (a, b) => a - b,
  )

/** S, the number of virtual arms: a cell owns as many of them as its weight. */
export const weightSum = (cells: readonly { readonly weight: number }[]): number =>
  cells.reduce((sum, { weight }) => sum + weight, 0)

/**
 * The index of the cell that owns virtual arm 0, 1, … S − 1. Source: src/specification/rct-alloc-1.md#cells-and-weights (Zhao
 * 2016).
 */
export const cellOfVirtualArm = ({ cells }: DesignBase, virtualArm: number): number => {
  let cell = 0
  let upTo = cells[0]?.weight ?? 0
  while (upTo <= virtualArm && cell < cells.length) {
    cell += 1
    upTo += cells[cell]?.weight ?? 0
  }
  return cell
}

/** The groups of cell k = 0, 1, … A missing cell is a defect and throws, so that no group is made up. */
export const groupIdsAt = (design: DesignBase, k: number): readonly number[] => memberAt(design.cells, k).group_ids
