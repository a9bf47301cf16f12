import { refusedFields } from '../../../api/refused-fields'
import { useFailureInPlace } from '../../../api/raised-failure'
import { writeFailureWords } from '../../../api/write-failure-words'
import { ErrorSummary } from './error-summary'
import { byField, FILLED_OUT_INCORRECTLY } from './trial-form-faults'
import type { TrialFormState } from './use-trial-form'

/** `title` says what the server refused by `error`. */
type FormRefusedProps = { state: TrialFormState; title: string; error: unknown }

/** Why the form was last refused, by its own check or by the server, with the faults that are not corrected yet. */
export function FormRefused({ state: { form, ownFaults }, title, error }: FormRefusedProps) {
  const failure = useFailureInPlace(error)
  const faults = ownFaults ?? byField(refusedFields(error))
  const hasFaults = Object.keys(faults).length > 0
  const left = Object.entries(faults).filter(([path]) => form.errors[path] !== undefined)
  if ((ownFaults ?? failure) === null || (hasFaults && left.length === 0)) return null
  const summary = { form, faults: Object.fromEntries(left), cause: ownFaults ?? error }
  if (ownFaults !== null) return <ErrorSummary title={FILLED_OUT_INCORRECTLY} {...summary} />
  if (hasFaults) return <ErrorSummary title={title} message={FILLED_OUT_INCORRECTLY} {...summary} />
  return failure && <ErrorSummary {...writeFailureWords(title, failure)} {...summary} />
}
