import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureOf, type Failure } from '../../../api/failure'
import { raisedFailure } from '../../../api/raised-failure'
import { refusedFields } from '../../../api/refused-fields'
import { writeFailureWords } from '../../../api/write-failure-words'
import { useStore } from '../../../browser/store'
import { byField, FILLED_OUT_INCORRECTLY, type FormFaults } from './trial-form-faults'

/** Why a form was not taken: what is said above it, and what stands against its fields. */
export type FormFailure = { title: string; message?: string; faults: FormFaults; cause?: Failure | null }

/** Why the form was last refused, said where the focus then goes; not as long as the global dialog shows it. */
export const useFormFailure = () => {
  const alert = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const raised = useStore(raisedFailure)
  return {
    alert,
    failure: raised !== null && failure?.cause === raised ? null : failure,
    clear: () => setFailure(null),
    showFailure: (failure: FormFailure) => {
      flushSync(() => setFailure(failure))
      alert.current?.focus()
    },
  }
}

/** A refusal under the words for what failed, field by field or in the server's words. */
export const formFailureOf = (title: string, error: Error): FormFailure => {
  const cause = failureOf(error)
  const faults = byField(refusedFields(error))
  if (Object.keys(faults).length > 0) return { title, message: FILLED_OUT_INCORRECTLY, faults, cause }
  const words = cause === null ? { title, message: '' } : writeFailureWords(title, cause)
  return { ...words, faults, cause }
}
