import { TextInput } from '@mantine/core'
import { DESCRIBED_BELOW, WholeNumberInput } from '../../../ui/whole-number-input'
import classes from './design.module.css'
import { FormSection } from './form-section'
import { RealSharesButton } from './real-shares-button'
import type { RealShares } from './real-shares'
import type { Form } from './simulation-form'

/** Who is expected to come, how often the trial is simulated, and from what seed. */
export function SizesFields({ form, shares }: { form: Form; shares: RealShares | null }) {
  return (
    <FormSection title="Participants and runs">
      <div className={classes['fields']}>
        <WholeNumberInput label="Participants" required {...form.getInputProps('sizes.participants')} />
        <WholeNumberInput label="Sites" required {...form.getInputProps('sizes.sites')} />
        <TextInput
          label="Shares of the sites"
          description="For example 3, 2, 1. Leave it empty for equal shares."
          inputWrapperOrder={DESCRIBED_BELOW}
          autoComplete="off"
          {...form.getInputProps('sizes.site_shares')}
        />
        <WholeNumberInput
          label="Simulated trials"
          description="Replicates, at most 100,000. Many take minutes: you can leave the page meanwhile."
          inputWrapperOrder={DESCRIBED_BELOW}
          required
          {...form.getInputProps('runs')}
        />
        <WholeNumberInput
          label="Seed"
          description="The same seed repeats the same figures. Leave it empty for a new one."
          inputWrapperOrder={DESCRIBED_BELOW}
          thousandSeparator=""
          {...form.getInputProps('seed')}
        />
      </div>
      {shares !== null && <RealSharesButton form={form} shares={shares} />}
    </FormSection>
  )
}
