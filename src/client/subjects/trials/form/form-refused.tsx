import { refusedFields } from '../../../api/refused-fields'
import { useFailureInPlace } from '../../../api/raised-failure'
import { writeFailureWords } from '../../../api/write-failure-words'
import { NOT_KNOWN_WHETHER_SAVED, PRESS_AGAIN } from '../../../safety-words'
import { ErrorSummary } from './error-summary'
import { byField, FILLED_OUT_INCORRECTLY } from './trial-form-faults'
import type { TrialFormState } from './use-trial-form'

/** `title` says what the server refused by `error`; `isUnknown` tells that an answer was lost. */
type FormRefusedProps = { state: TrialFormState; title: string; error: unknown; isUnknown: boolean }

/** Why the form was last refused, by its own check or by the server, with the faults that are not corrected yet. */
export function FormRefused({ state: { form, ownFaults }, title, error, isUnknown }: FormRefusedProps) {
  const failure = useFailureInPlace(error)
  const faults = ownFaults ?? byField(refusedFields(error))
  const hasFaults = Object.keys(faults).length > 0
  // The answer was lost before the form was left and opened again.
  if (isUnknown && error === null)
    return <ErrorSummary title={NOT_KNOWN_WHETHER_SAVED} message={PRESS_AGAIN} form={form} faults={{}} cause={null} />
  const left = Object.entries(faults).filter(([path]) => form.errors[path] !== undefined)
  if ((ownFaults ?? failure) === null || (hasFaults && left.length === 0)) return null
  const summary = { form, faults: Object.fromEntries(left), cause: ownFaults ?? error }
  if (ownFaults !== null) return <ErrorSummary title={FILLED_OUT_INCORRECTLY} {...summary} />
  if (hasFaults) return <ErrorSummary title={title} message={FILLED_OUT_INCORRECTLY} {...summary} />
  return failure && <ErrorSummary {...writeFailureWords(title, failure)} {...summary} />
}
