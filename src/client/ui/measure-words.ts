import type { MinimisationMeasure } from '#domain/trials/trial-methods'

/** The measures of imbalance of a minimisation, in words. */
export const MEASURE_WORDS: Record<MinimisationMeasure, string> = { variance: 'Variance', range: 'Range' }
