/** The middle one of an odd number of figures. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[(figures.length - 1) / 2] ?? 0

/** The figure below which this share of the figures lies. */
export const quantile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * share)] ?? 0
