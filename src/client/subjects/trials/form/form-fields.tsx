import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DayInput } from '../../../ui/day-input'
import { WholeNumberInput } from '../../../ui/whole-number-input'
import { FIELD_WORDS } from './field-words'
import classes from './trial-form.module.css'
import type { Form } from './trial-form-values'

type FieldName = keyof typeof FIELD_WORDS
type FieldProps = { form: Form; field: FieldName; description?: ReactNode; required?: boolean; disabled?: boolean }

/** A line of text of the form, by the field's own words. */
export function TextField({ form, field, ...props }: FieldProps & { maxLength?: number }) {
  return <TextInput label={FIELD_WORDS[field]} autoComplete="off" {...props} {...form.getInputProps(field)} />
}

/** Text of several lines. */
export function LongTextField({ form, field, description }: FieldProps) {
  return (
    <Textarea
      label={FIELD_WORDS[field]}
      description={description}
      autosize
      minRows={2}
      maxRows={12}
      {...form.getInputProps(field)}
    />
  )
}

/** A day of the calendar. */
export function DayField({ form, field, ...props }: FieldProps) {
  return (
    <DayInput
      label={FIELD_WORDS[field]}
      classNames={{ wrapper: classes['short'] }}
      {...props}
      {...form.getInputProps(field)}
    />
  )
}

export function WholeNumberField({ form, field, ...props }: FieldProps) {
  return (
    <WholeNumberInput
      label={FIELD_WORDS[field]}
      classNames={{ wrapper: classes['short'] }}
      {...props}
      {...form.getInputProps(field)}
    />
  )
}

/** An amount of money, in the currency that the organisation is billed in. */
export function AmountField({ form, field }: FieldProps) {
  return (
    <NumberInput
      label={FIELD_WORDS[field]}
      classNames={{ wrapper: classes['short'] }}
      decimalScale={2}
      allowNegative={false}
      thousandSeparator=","
      {...form.getInputProps(field)}
    />
  )
}

type CheckFieldProps = Omit<FieldProps, 'required'>

export function CheckField({ form, field, description, disabled }: CheckFieldProps) {
  const explained = description === undefined ? {} : { body: classes['explained'] }
  return (
    <Checkbox
      label={FIELD_WORDS[field]}
      description={description}
      disabled={disabled ?? false}
      classNames={{ root: classes['check'], ...explained }}
      {...form.getInputProps(field, { type: 'checkbox' })}
    />
  )
}
