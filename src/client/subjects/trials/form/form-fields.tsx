import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { DayInput } from '../../../ui/day-input'
import { DESCRIBED_BELOW, WholeNumberInput } from '../../../ui/whole-number-input'
import { Explained } from '../design/explained'
import type { FieldProps } from './section-props'
import { rowOf } from './trial-fields'
import classes from './trial-form.module.css'

/** The props of a field, whatever its input. */
const commonProps = ({ field, subject, isLocked }: FieldProps) => {
  const { label, explanation, isRequired = false, disabledWhen } = rowOf(field)
  const isDisabled = { blinded: subject.isBlinded, locked: isLocked }
  const description = <Explained {...explanation} />
  return { label, description, required: isRequired, disabled: disabledWhen !== undefined && isDisabled[disabledWhen] }
}

const SHORT = { wrapper: classes['short'] }

/** A line of text of the form. */
export function TextField(props: FieldProps) {
  const { form, field } = props
  return (
    <TextInput
      autoComplete="off"
      maxLength={rowOf(field).maxLength}
      {...commonProps(props)}
      {...form.getInputProps(field)}
    />
  )
}

/** Text of several lines. */
export function LongTextField(props: FieldProps) {
  const { form, field } = props
  return <Textarea autosize minRows={2} maxRows={12} {...commonProps(props)} {...form.getInputProps(field)} />
}

/** A day of the calendar. */
export function DayField(props: FieldProps) {
  const { form, field } = props
  return (
    <DayInput
      classNames={SHORT}
      inputWrapperOrder={DESCRIBED_BELOW}
      {...commonProps(props)}
      {...form.getInputProps(field)}
    />
  )
}

export function WholeNumberField(props: FieldProps) {
  const { form, field } = props
  return <WholeNumberInput classNames={SHORT} {...commonProps(props)} {...form.getInputProps(field)} />
}

/** An amount of money, in the currency that the organisation is billed in. */
export function AmountField(props: FieldProps) {
  const { form, field } = props
  return (
    <NumberInput
      classNames={SHORT}
      inputWrapperOrder={DESCRIBED_BELOW}
      decimalScale={2}
      allowNegative={false}
      thousandSeparator=","
      {...commonProps(props)}
      {...form.getInputProps(field)}
    />
  )
}

export function CheckField(props: FieldProps) {
  const { form, field } = props
  const { label, description, disabled } = commonProps(props)
  return (
    <Checkbox
      label={label}
      description={description}
      disabled={disabled}
      classNames={{ root: classes['check'], body: classes['explained'] }}
      {...form.getInputProps(field, { type: 'checkbox' })}
    />
  )
}

/** One of a few choices, which are numbers on the wire. */
export function ChoiceField(props: FieldProps) {
  const { form, field } = props
  const { choices = [], isNarrow = false } = rowOf(field)
  const inputs = form.getInputProps(field)
  return (
    <NativeSelect
      classNames={{ wrapper: classes[isNarrow ? 'short' : 'middling'] }}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...commonProps(props)}
      {...inputs}
      value={String(inputs.value)}
      onChange={(event) => inputs.onChange(Number(event.currentTarget.value))}
    />
  )
}
