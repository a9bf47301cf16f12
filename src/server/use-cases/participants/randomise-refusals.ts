import { invalidFields, refusal, type Refusal } from '#contract/errors'
import type { StrataRefusal } from '#domain/randomisation/strata'
import { missingOption, type RandomiseRefusal } from '#domain/participants/randomise-request'
import { requireValue } from '../../ground/require-value'

/** A refusal of the domain in the contract's terms; a duplicate is named by `nameDuplicates`. */
export const refusalOf = (cause: Exclude<RandomiseRefusal, { code: 'participant_id_duplicate' }>): Refusal => {
  if (cause.code === 'invalid') return invalidFields({ [cause.field]: cause.message })
  if (cause.code === 'stratum_full') {
    const kind = `${cause.stratum}: ${cause.option}`
    return refusal(cause.code, {
      message: `The trial has all the participants with ${kind} that it may have. Ask a trial administrator`,
    })
  }
  return refusal(cause.code)
}

/** The stratum at fault, by its place in the request, or as missing in the trial's own words. */
export const strataFault = (
  trialStrata: readonly { id: number; name: string }[],
  sent: readonly { trial_stratum_id: number }[],
  cause: StrataRefusal,
): Refusal => {
  if (cause.code === 'stratum_option_missing') {
    const names = new Map(trialStrata.map(({ id, name }) => [id, name]))
    return invalidFields({ participant_strata: missingOption(requireValue(names, cause.trial_stratum_id, 'stratum')) })
  }
  const place = sent.findIndex(({ trial_stratum_id }) => trial_stratum_id === cause.trial_stratum_id)
  const isStratum = cause.code !== 'stratum_option_unknown'
  const field = isStratum ? 'trial_stratum_id' : 'trial_stratum_option_id'
  return invalidFields({ [`participant_strata.${place}.${field}`]: STRATUM_FAULTS[cause.code] })
}

/** Why an answer at a stratum is not one of the trial's. */
export const STRATUM_FAULTS: Record<Exclude<StrataRefusal['code'], 'stratum_option_missing'>, string> = {
  stratum_unknown: 'This stratum is not part of the trial',
  stratum_repeated: 'This stratum has two answers',
  stratum_option_unknown: 'This option is not part of the stratum',
}
