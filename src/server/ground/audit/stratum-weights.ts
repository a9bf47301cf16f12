import type { FieldChange } from './audit-entry'

/** The field of a stratum in an entry that has its ratios by option. */
export const OPTION_RATIOS = 'ratios'

/** Whether a change is of weights of a stratum, which whoever is blinded does not see. */
export const isOfStratumWeights = ({ field }: FieldChange): boolean =>
  field.startsWith('trial_strata.') && (field.endsWith('.minimisation_weight') || field.endsWith(`.${OPTION_RATIOS}`))
