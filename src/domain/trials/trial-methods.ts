/** How the next group is found (form field `randomisation_method_id`). */
export const RANDOMISATION_METHODS = [
  { id: 1, name: 'blocked', title: 'Blocked' },
  { id: 2, name: 'urn', title: 'Urn' },
  { id: 3, name: 'minimisation', title: 'Minimisation' },
  { id: 4, name: 'standard', title: 'Standard' },
] as const

/** What a drawn group means for the participant (form field `allocation_method_id`). */
export const ALLOCATION_METHODS = [
  { id: 1, name: 'parallel', title: 'Parallel' },
  { id: 2, name: 'cluster', title: 'Cluster' },
  { id: 3, name: 'crossover', title: 'Crossover' },
  { id: 4, name: 'factorial', title: 'Factorial' },
] as const

/** How a minimisation measures imbalance over the arms (src/specification/rct-alloc-1.md#minimisation). */
export const MINIMISATION_MEASURES = ['variance', 'range'] as const

/** The factors of a factorial trial: the values of a study group's `factorial_level`. */
export const FACTORIAL_LEVELS = [1, 2] as const

export type RandomisationMethod = (typeof RANDOMISATION_METHODS)[number]
export type RandomisationMethodName = RandomisationMethod['name']
export type AllocationMethod = (typeof ALLOCATION_METHODS)[number]
export type MinimisationMeasure = (typeof MINIMISATION_MEASURES)[number]

export const allocationMethodOfId = (id: number): AllocationMethod | undefined =>
  ALLOCATION_METHODS.find((method) => method.id === id)

export const randomisationMethodOfId = (id: number): RandomisationMethod | undefined =>
  RANDOMISATION_METHODS.find((method) => method.id === id)

/** Whether a participant gets one group of each factor. */
export const isFactorial = (allocationMethodId: number): boolean =>
  allocationMethodOfId(allocationMethodId)?.name === 'factorial'
