/**
 * How the next group is found (form field `randomisation_method_id`, specification 001 section 3). `is_runnable` says
 * whether the engine can draw by it; settings with any other are refused, never run by something else.
 */
export const RANDOMISATION_METHODS = [
  { id: 1, name: 'blocked', title: 'Blocked', is_runnable: true },
  { id: 2, name: 'urn', title: 'Urn', is_runnable: false },
  { id: 3, name: 'minimisation', title: 'Minimisation', is_runnable: false },
  { id: 4, name: 'standard', title: 'Standard', is_runnable: true },
] as const

/** What a drawn group means for the participant (form field `allocation_method_id`, specification 001 section 3). */
export const ALLOCATION_METHODS = [
  { id: 1, name: 'parallel', title: 'Parallel', is_runnable: true },
  { id: 2, name: 'cluster', title: 'Cluster', is_runnable: false },
  { id: 3, name: 'crossover', title: 'Crossover', is_runnable: false },
  { id: 4, name: 'factorial', title: 'Factorial', is_runnable: false },
] as const

export type RandomisationMethod = (typeof RANDOMISATION_METHODS)[number]
export type AllocationMethod = (typeof ALLOCATION_METHODS)[number]

/** The name of a randomisation method that the engine can draw by. */
export type RunnableMethod = Extract<RandomisationMethod, { is_runnable: true }>['name']

export const allocationMethodOfId = (id: number): AllocationMethod | undefined =>
  ALLOCATION_METHODS.find((method) => method.id === id)

export const randomisationMethodOfId = (id: number): RandomisationMethod | undefined =>
  RANDOMISATION_METHODS.find((method) => method.id === id)
