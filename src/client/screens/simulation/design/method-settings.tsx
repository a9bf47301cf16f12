import { MINIMISATION_MEASURES } from '#domain/trial-methods'
import { NativeSelect } from '@mantine/core'
import { MEASURE_WORDS } from '../../../ui/measure-words'
import classes from './design.module.css'
import { methodNameOf, type Form, type MethodForm } from './simulation-form'
import { DESCRIBED_BELOW, WholeNumberInput } from './whole-number-input'

type MethodSettingsProps = { form: Form; path: string; alternative: MethodForm }

/** The settings of an alternative's own method; standard randomisation has none. */
export function MethodSettings({ form, path, alternative }: MethodSettingsProps) {
  switch (methodNameOf(alternative)) {
    case 'standard':
      return null
    case 'blocked':
      return (
        <div className={classes['pair']}>
          <WholeNumberInput label="Block size from" required {...form.getInputProps(`${path}.block_size_min`)} />
          <WholeNumberInput label="to" required {...form.getInputProps(`${path}.block_size_max`)} />
        </div>
      )
    case 'urn':
      return (
        <div className={classes['settings']}>
          <WholeNumberInput label="Balls at first" required {...form.getInputProps(`${path}.urn_initial`)} />
          <WholeNumberInput label="Added, group drawn" required {...form.getInputProps(`${path}.urn_alpha`)} />
          <WholeNumberInput label="Added, each other" required {...form.getInputProps(`${path}.urn_beta`)} />
        </div>
      )
    case 'minimisation':
      return (
        <div className={classes['settings']}>
          <NativeSelect
            label="Measure of imbalance"
            data={MINIMISATION_MEASURES.map((measure) => ({ value: measure, label: MEASURE_WORDS[measure] }))}
            {...form.getInputProps(`${path}.minimisation_measure`)}
          />
          <WholeNumberInput
            label="Probability, percent"
            description="Empty: 80, or more where there are many groups."
            inputWrapperOrder={DESCRIBED_BELOW}
            {...form.getInputProps(`${path}.minimisation_probability`)}
          />
          {alternative.is_site_stratified && (
            <WholeNumberInput
              label="Weight of the site"
              required
              {...form.getInputProps(`${path}.minimisation_site_weight`)}
            />
          )}
        </div>
      )
  }
}
