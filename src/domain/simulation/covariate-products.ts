import { weightSum } from '../randomisation/design'
import type { Allocated } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'

/**
 * Sums of products of the covariates that an analysis adjusts for: a constant, and for each stratum (and the sites, where the
 * plan adjusts for them) a 1 in the column of the participant's option, the first option of each having none.
 */
export type CovariateProducts = {
  /** Columns of the covariates: the constant and those of every option after the first. */
  readonly columns: number
  readonly add: (allocated: Allocated) => void
  /** How much a comparison of two sets of cells tells. */
  readonly informationOf: (first: readonly number[], second: readonly number[]) => Information
  readonly reset: () => void
}

/** What the participants of two groups tell of the difference between them. */
type Information = {
  /**
   * The residual sum of squares of the group, as 0 or 1, regressed on the covariates: σ² over it is the variance of the
   * adjusted difference. Without covariates N1·N2 / (N1 + N2).
   */
  readonly information: number
  readonly participants: number
  /** Columns of the covariates that differ among these participants. */
  readonly rank: number
}

/**
 * Each takes memory of the worker that the limit of its heap does not count, and time by its third power. A design over it has no
 * figures of efficiency.
 */
const MAX_COLUMNS = 200
/** Of all open cells together: 8 megabytes. */
const MAX_PRODUCTS = 2_000_000

/** Null where the covariates are too many to be adjusted for. */
export const covariateProducts = (plan: SimulationPlan): CovariateProducts | null => {
  const { design, sizes, analysis } = plan
  const factors = design.strata.map(({ option_ids }) => option_ids.length)
  const siteColumns = analysis.adjusts_for_sites ? sizes.sites - 1 : 0
  const firsts: number[] = []
  let columns = 1
  for (const options of factors) {
    firsts.push(columns)
    columns += options - 1
  }
  const firstOfSites = columns
  columns += siteColumns
  const openCells = design.cells.filter(({ weight }) => weight > 0).length
  if (columns > MAX_COLUMNS || columns * columns * openCells > MAX_PRODUCTS) return null
  /** By cell, the upper triangle row by row. A closed cell gets no participants. */
  const products = design.cells.map(({ weight }) => (weight > 0 ? new Int32Array(columns * columns) : undefined))
  const active: number[] = []
  const matrix = new Float64Array(columns * columns)
  const cross = new Float64Array(columns)

  const add = ({ recruit: { site, options }, cell }: Allocated): void => {
    const ofCell = products[cell]
    if (ofCell === undefined) return
    active[0] = 0
    let length = 1
    for (let stratum = 0; stratum < firsts.length; stratum += 1) {
      const option = options[stratum] ?? 0
      if (option > 0) {
        active[length] = (firsts[stratum] ?? 0) + option - 1
        length += 1
      }
    }
    if (siteColumns > 0 && site > 0) {
      active[length] = firstOfSites + site - 1
      length += 1
    }
    for (let i = 0; i < length; i += 1) {
      const row = (active[i] ?? 0) * columns
      for (let j = i; j < length; j += 1) {
        const at = row + (active[j] ?? 0)
        ofCell[at] = (ofCell[at] ?? 0) + 1
      }
    }
  }

  const gather = (cells: readonly number[], isSecond: boolean): void => {
    for (const cell of cells) {
      const ofCell = products[cell]
      if (ofCell === undefined) continue
      for (let at = 0; at < ofCell.length; at += 1) matrix[at] = (matrix[at] ?? 0) + (ofCell[at] ?? 0)
      if (isSecond) for (let at = 0; at < columns; at += 1) cross[at] = (cross[at] ?? 0) + (ofCell[at] ?? 0)
    }
  }

  return {
    columns,
    add,
    informationOf: (first, second) => {
      matrix.fill(0)
      cross.fill(0)
      gather(first, false)
      gather(second, true)
      const participants = matrix[0] ?? 0
      const inSecond = cross[0] ?? 0
      const { explained, rank } = eliminated(matrix, cross, columns)
      return { information: Math.max(0, inSecond - explained), participants, rank }
    },
    reset: () => {
      for (const ofCell of products) ofCell?.fill(0)
    },
  }
}

/** Less than this is left of a column that the columns before it make: counts are whole numbers. */
const NOTHING_LEFT = 1e-7

/** cᵀ M⁻ c and the rank of M, whose upper triangle is given, by Gaussian elimination. Both are used up. */
const eliminated = (matrix: Float64Array, cross: Float64Array, columns: number) => {
  let explained = 0
  let rank = 0
  for (let pivot = 0; pivot < columns; pivot += 1) {
    const row = pivot * columns
    const left = matrix[row + pivot] ?? 0
    if (left < NOTHING_LEFT) continue
    rank += 1
    const ofCross = cross[pivot] ?? 0
    explained += (ofCross * ofCross) / left
    for (let i = pivot + 1; i < columns; i += 1) {
      const share = (matrix[row + i] ?? 0) / left
      if (share === 0) continue
      cross[i] = (cross[i] ?? 0) - share * ofCross
      for (let j = i; j < columns; j += 1)
        matrix[i * columns + j] = (matrix[i * columns + j] ?? 0) - share * (matrix[row + j] ?? 0)
    }
  }
  return { explained, rank }
}

/** The share of all weights that these cells have. */
export const shareOfCells = ({ design }: SimulationPlan, cells: readonly number[]): number =>
  cells.reduce((sum, cell) => sum + (design.cells[cell]?.weight ?? 0), 0) / weightSum(design.cells)
