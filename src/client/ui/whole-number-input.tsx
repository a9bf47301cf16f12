import { NumberInput, type InputWrapperProps, type NumberInputProps } from '@mantine/core'

/** Fields side by side stand on one line when what describes them is below. */
export const DESCRIBED_BELOW = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder']

/** A field for a whole number that is not negative; what is wrong with it is told when the form is sent. */
export function WholeNumberInput(props: NumberInputProps) {
  return <NumberInput allowDecimal={false} allowNegative={false} thousandSeparator="," inputMode="numeric" {...props} />
}
