import type { MinimisationMeasure } from '#domain/trials/trial-methods'

/** How a minimisation measures imbalance, as it is read. */
export const MEASURE_WORDS: Record<MinimisationMeasure, string> = { variance: 'Variance', range: 'Range' }
