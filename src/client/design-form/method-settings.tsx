import { MINIMISATION_MEASURES } from '#domain/trials/trial-methods'
import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MEASURE_WORDS } from '../ui/measure-words'
import { DESCRIBED_BELOW, WholeNumberInput } from '../ui/whole-number-input'
import { methodNameOf, type MethodForm } from './method-form'
import classes from './method-settings.module.css'

type MethodSettingsProps = {
  form: MethodForm
  /** What connects a field with the form that it belongs to. */
  inputsOf: (field: keyof MethodForm) => ReturnType<UseFormReturnType<MethodForm>['getInputProps']>
}

/** The settings of a design's own method; standard randomisation has none. */
export function MethodSettings({ form, inputsOf }: MethodSettingsProps) {
  switch (methodNameOf(form)) {
    case 'standard':
      return null
    case 'blocked':
      return (
        <div className={classes['pair']}>
          <WholeNumberInput label="Block size from" required {...inputsOf('block_size_min')} />
          <WholeNumberInput label="to" required {...inputsOf('block_size_max')} />
        </div>
      )
    case 'urn':
      return (
        <div className={classes['settings']}>
          <WholeNumberInput
            label="Balls at first"
            description="w of UD(w, α, β), for each arm"
            inputWrapperOrder={DESCRIBED_BELOW}
            required
            {...inputsOf('urn_initial')}
          />
          <WholeNumberInput
            label="Added, group drawn"
            description="α"
            inputWrapperOrder={DESCRIBED_BELOW}
            required
            {...inputsOf('urn_alpha')}
          />
          <WholeNumberInput
            label="Added, each other"
            description="β, for each arm"
            inputWrapperOrder={DESCRIBED_BELOW}
            required
            {...inputsOf('urn_beta')}
          />
        </div>
      )
    case 'minimisation':
      return (
        <div className={classes['settings']}>
          <NativeSelect
            label="Measure of imbalance"
            data={MINIMISATION_MEASURES.map((measure) => ({ value: measure, label: MEASURE_WORDS[measure] }))}
            {...inputsOf('minimisation_measure')}
          />
          <WholeNumberInput
            label="Probability, percent"
            description="For the arm that balances best. A group of weight 2 has 2 arms, so its own chance differs. Empty: 80, or more for many groups."
            inputWrapperOrder={DESCRIBED_BELOW}
            {...inputsOf('minimisation_probability')}
          />
          {form.is_site_stratified && (
            <WholeNumberInput label="Weight of the site" required {...inputsOf('minimisation_site_weight')} />
          )}
        </div>
      )
  }
}
