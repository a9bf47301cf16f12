import { Checkbox, NumberInput, type NumberInputProps } from '@mantine/core'
import { DESCRIBED_BELOW } from '../../../ui/whole-number-input'
import classes from './design.module.css'
import { FormSection } from './form-section'
import type { Form } from './simulation-form'

/** How each simulated trial is analysed, and how its recruitment may be biased. */
export function AnalysisFields({ form }: { form: Form }) {
  return (
    <FormSection title="Analysis" note={NOTE}>
      <div className={classes['fields']}>
        <DecimalInput
          label="Difference to find"
          description="In standard deviations. Power is given for it."
          {...form.getInputProps('analysis.effect')}
        />
        <DecimalInput
          label="Significance level"
          description="Of the two-sided test."
          {...form.getInputProps('analysis.significance')}
        />
        <DecimalInput
          label="Selection bias"
          description="How much better participants are chosen for a guessed group, in standard deviations."
          {...form.getInputProps('analysis.selection_bias')}
        />
      </div>
      <Checkbox
        label="Adjust for sites as well as strata"
        {...form.getInputProps('analysis.adjusts_for_sites', { type: 'checkbox' })}
      />
    </FormSection>
  )
}

const NOTE = 'Each simulated trial is analysed by a t test that adjusts for the strata. The outcome is normal.'

function DecimalInput(props: NumberInputProps) {
  return (
    <NumberInput
      allowNegative={false}
      decimalScale={4}
      step={0.05}
      inputMode="decimal"
      required
      inputWrapperOrder={DESCRIBED_BELOW}
      {...props}
    />
  )
}
