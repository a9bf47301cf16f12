/** The mean over the simulated trials, with its Monte-Carlo standard error: null for a single trial, which tells none. */
export type Estimate = { readonly mean: number; readonly standard_error: number | null }

/** The same beside its exact value, or null where none is known. */
export type CheckedEstimate = Estimate & { readonly exact: number | null }

export const checked = (estimate: Estimate, exact: number | null): CheckedEstimate => ({ ...estimate, exact })
