import { idInAddress, repeated } from '#contract/fields'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/**
 * The trial, or the form in another tab, that fills in a simulation; the shown simulations, one for each alternative; and
 * whether the recommendation is for an open-label trial.
 */
export const simulationSearch = searchOf(
  {
    trial: v.optional(idInAddress),
    typed: v.optional(v.pipe(v.string(), v.uuid())),
    run: repeated(idInAddress),
    label: v.optional(v.picklist(['open', 'blinded']), 'open'),
  },
  ['trial', 'typed', 'run', 'label'],
)
