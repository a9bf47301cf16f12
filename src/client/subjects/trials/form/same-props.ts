import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { shallowEqual } from '@mantine/hooks'
import type { FieldProps } from './section-props'
import { rowOf, type RowsField, type SingleField, type TrialField } from './trial-fields'
import type { Form } from './trial-form-values'

/*
 * Whether a part of the form is unchanged, so that a key renders only its own field. A part that is not rendered again
 * has an older `form`: its events must read `form.getValues()`, never `form.values`.
 */

const METHOD_FIELDS = [
  'randomisation_method_id',
  'is_stratified',
  'is_site_stratified',
  ...METHOD_SETTING_NAMES,
] as const satisfies readonly SingleField[]

/** The fields whose values and errors a field shows. */
const fieldsShownBy = (field: TrialField): readonly TrialField[] => {
  const { kind } = rowOf(field)
  if (kind === 'expiry') return [field, 'end_on']
  return kind === 'randomisation method' ? METHOD_FIELDS : [field]
}

const hasSameFields = (before: Form, after: Form, fields: readonly TrialField[]): boolean =>
  fields.every(
    (field) =>
      (field === 'expires_at' || before.values[field] === after.values[field]) &&
      before.errors[field] === after.errors[field],
  )

/** Whether a field looks as before. */
export const isSameField = ({ form: before, ...rest }: FieldProps, { form: after, ...next }: FieldProps): boolean =>
  shallowEqual(rest, next) && hasSameFields(before, after, fieldsShownBy(next.field))

/** Whether the settings of the method look as before. */
export const isSameMethod = (before: { form: Form }, after: { form: Form }): boolean =>
  hasSameFields(before.form, after.form, METHOD_FIELDS)

/** The props that decide about a row of a list; its other values are passed to it. */
type RowProps = { form: Form; place: number }

/** Whether a row of a list looks as before. Its values are copied at each key, so they are compared one by one. */
export const isSameRow =
  (list: RowsField) =>
  ({ form: before, ...rest }: RowProps, { form: after, ...next }: RowProps): boolean =>
    shallowEqual(rest, next) && shallowEqual(rowAt(before, list, next.place), rowAt(after, list, next.place))

/** The values and errors of a row. */
const rowAt = ({ values, errors }: Form, list: RowsField, place: number): object => {
  const path = `${list}.${place}.`
  const own = Object.entries(errors).filter(([name]) => name.startsWith(path))
  return { ...values[list][place], ...Object.fromEntries(own) }
}
