import { schemaResolver, useForm, type FormErrors } from '@mantine/form'
import { useDidUpdate } from '@mantine/hooks'
import type { SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { refusedFields } from '../api/refused-fields'
import { useBusyWhile } from '../browser/busy'

/**
 * A form whose fields keep what is typed themselves, judged by a schema of the contract when it is sent. `error` is why it was last
 * refused: what the server says of a field stands at that field until it is changed.
 */
export const useSchemaForm = <Values extends object, Sent>(
  schema: v.GenericSchema<unknown, Sent>,
  initialValues: Values,
  error: Error | null = null,
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
    /** What the form does when it is submitted: what was entered goes to `send`, or the focus to the first fault. */
    submit: (send: (sent: Sent) => void) => form.onSubmit(send, focusFirstFault),
  }
}

/** Moves the focus to the first field of a form that something stands against. */
const focusFirstFault = (_errors: FormErrors, _values: object, event?: SyntheticEvent<HTMLFormElement>) => {
  const submitted = event?.currentTarget
  // The faults were found in this very event, and React would draw them after it.
  flushSync(() => {})
  submitted?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
