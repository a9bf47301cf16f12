import { NumberInput, type InputWrapperProps, type NumberInputProps } from '@mantine/core'

/** Puts descriptions below, so that fields side by side align. */
export const DESCRIBED_BELOW = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder']

/** A field for a whole number that is not negative; faults are shown when the form is sent. */
export function WholeNumberInput(props: NumberInputProps) {
  return <NumberInput allowDecimal={false} allowNegative={false} thousandSeparator="," inputMode="numeric" {...props} />
}
