import { memberAt } from '../member-at'
import { accepted, refused, type Outcome } from '../outcome'
import type { AllocationDesign } from './design'

/** A participant's option at one stratum, as sent and stored. */
export type ChosenOption = { readonly trial_stratum_id: number; readonly trial_stratum_option_id: number }

export type StrataRefusal = {
  readonly code: 'stratum_unknown' | 'stratum_repeated' | 'stratum_option_missing' | 'stratum_option_unknown'
  readonly trial_stratum_id: number
}

/**
 * The options chosen for a participant in; the same out, in order of stratum id, once each stratum of the trial is known
 * to have exactly one of its own options. Strata are asked for and recorded whether or not the design uses them.
 */
export const chosenOptions = (
  design: AllocationDesign,
  options: readonly ChosenOption[],
): Outcome<readonly ChosenOption[], StrataRefusal> => {
  for (const [index, { trial_stratum_id, trial_stratum_option_id }] of options.entries()) {
    const stratum = design.strata.find(({ id }) => id === trial_stratum_id)
    if (!stratum) return refused({ code: 'stratum_unknown', trial_stratum_id })
    if (options.findIndex((option) => option.trial_stratum_id === trial_stratum_id) !== index)
      return refused({ code: 'stratum_repeated', trial_stratum_id })
    if (!stratum.option_ids.includes(trial_stratum_option_id))
      return refused({ code: 'stratum_option_unknown', trial_stratum_id })
  }
  const missing = design.strata.find(({ id }) => !options.some(({ trial_stratum_id }) => trial_stratum_id === id))
  if (missing) return refused({ code: 'stratum_option_missing', trial_stratum_id: missing.id })
  return accepted(inOrder(options))
}

/** The facts of a participant that a draw needs. Options are those that `chosenOptions` returned. */
export type DrawnParticipant = { readonly site_id: number; readonly options: readonly ChosenOption[] }

/**
 * The stratum key within whose counts or blocks a participant is drawn, as text that is equal exactly when the keys are:
 * epoch, site if the design is stratified by site, the option of every stratum by stratum id if it is stratified.
 * Source: src/specification/rct-alloc-1.md#strata-and-keys.
 */
export const stratumKey = (design: AllocationDesign, epoch: number, participant: DrawnParticipant): string =>
  [
    `epoch=${epoch}`,
    ...(design.is_site_stratified ? [`site=${participant.site_id}`] : []),
    ...(design.is_stratified
      ? inOrder(participant.options).map((option) => `${option.trial_stratum_id}=${option.trial_stratum_option_id}`)
      : []),
  ].join(';')

/** The option of a participant at one stratum; a stratum without one is a defect and throws. */
export const optionOf = (participant: Pick<DrawnParticipant, 'options'>, stratumId: number): number =>
  memberAt(
    participant.options.filter(({ trial_stratum_id }) => trial_stratum_id === stratumId),
    0,
  ).trial_stratum_option_id

const inOrder = (options: readonly ChosenOption[]): readonly ChosenOption[] =>
  options.toSorted((a, b) => a.trial_stratum_id - b.trial_stratum_id)
