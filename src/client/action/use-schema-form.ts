import { schemaResolver, useForm, type FormErrors } from '@mantine/form'
import { useDidUpdate } from '@mantine/hooks'
import type { SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { refusedFields } from '../api/refused-fields'
import { useBusyWhile } from '../browser/busy'

/**
 * A form with uncontrolled fields, checked by a schema of the contract when it is submitted. `error` is the last refusal of the
 * server: its message for a field is shown at that field until the field changes.
 */
export const useSchemaForm = <Values extends object, Sent>(
  schema: v.GenericSchema<unknown, Sent>,
  initialValues: Values,
  error: unknown = null,
) => {
  const form = useForm<Values, Sent>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => v.parse(schema, values),
  })
  const { setErrors } = form
  useDidUpdate(() => setErrors(refusedFields(error)), [error, setErrors])
  const isDirty = form.isDirty()
  useBusyWhile('form', isDirty)
  return {
    form,
    isDirty,
    /** The submit handler: passes valid values to `send`, or moves the focus to the first fault. */
    submit: (send: (sent: Sent) => void) => form.onSubmit(send, focusFirstFault),
  }
}

/** Moves the focus to the first field of a form that has a fault. */
const focusFirstFault = (_errors: FormErrors, _values: object, event?: SyntheticEvent<HTMLFormElement>) => {
  const submitted = event?.currentTarget
  // The faults were found in this event, and React would render them after it.
  flushSync(() => {})
  submitted?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
