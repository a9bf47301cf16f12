import type { Ref } from 'react'
import { ErrorSummary } from './error-summary'
import type { Form } from './trial-form-values'
import type { FormFailure } from './use-form-failure'

/** Why the form was not taken, with what is left of that while it is corrected. */
export function FormRefused(props: { ref: Ref<HTMLDivElement>; failure: FormFailure | null; form: Form }) {
  const { ref, failure, form } = props
  if (failure === null) return null
  const left = Object.entries(failure.faults).filter(([path]) => form.errors[path] !== undefined)
  const isCorrected = left.length === 0 && Object.keys(failure.faults).length > 0
  if (isCorrected) return null
  return <ErrorSummary ref={ref} {...failure} form={form} faults={Object.fromEntries(left)} />
}
