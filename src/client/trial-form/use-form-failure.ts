import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureOf, messageOf } from '../api/failure'
import { isRaised } from '../api/raised-failure'
import { refusedFields } from '../api/refused-fields'
import { byField, FILLED_OUT_INCORRECTLY, type FormFaults } from './trial-form-faults'

/** Why a form was not taken: what is said above it, and what stands against its fields. */
export type FormFailure = { title: string; message?: string; faults: FormFaults }

/** Why the form was last refused, said where the focus then goes. */
export const useFormFailure = () => {
  const alert = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  return {
    alert,
    failure,
    clear: () => setFailure(null),
    tell: (told: FormFailure) => {
      flushSync(() => setFailure(told))
      alert.current?.focus()
    },
  }
}

/** A refusal under the words for what failed, field by field or in the server's words; null where the global dialog shows it. */
export const refusalOf = (title: string, error: Error): FormFailure | null => {
  const failure = failureOf(error)
  if (failure !== null && isRaised(failure)) return null
  const faults = byField(refusedFields(error))
  const message = Object.keys(faults).length > 0 ? FILLED_OUT_INCORRECTLY : failure === null ? '' : messageOf(failure)
  return { title, message, faults }
}
