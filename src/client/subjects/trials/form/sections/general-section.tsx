import { STATUSES_AT_CREATION, trialStatusOfId } from '#domain/trials/trial-status'
import { NativeSelect } from '@mantine/core'
import { FIELD_WORDS } from '../field-words'
import { CheckField, LongTextField, TextField } from '../form-fields'
import type { SectionProps } from '../section-props'

/** What the trial is called, and how it is registered and approved. */
export function GeneralSection({ form, subject }: SectionProps) {
  return (
    <>
      <TextField form={form} field="title" required maxLength={255} />
      <LongTextField form={form} field="description" />
      <TextField
        form={form}
        field="study_registration_no"
        description="For example the number at ClinicalTrials.gov or the ISRCTN registry."
      />
      <TextField form={form} field="ethics_approval_id" />
      <TextField form={form} field="ethics_approving_body" />
      {subject.trial === null && (
        <NativeSelect
          label={FIELD_WORDS.trial_status_id}
          description="No one can be randomised while the trial is Planning or Pending. Its settings can be edited while it is Planning."
          maw="18rem"
          data={STATUSES_AT_CREATION.map((id) => ({ value: String(id), label: trialStatusOfId(id)?.name ?? '' }))}
          {...form.getInputProps('trial_status_id')}
          value={String(form.values.trial_status_id)}
          onChange={(event) => form.setFieldValue('trial_status_id', Number(event.currentTarget.value))}
        />
      )}
      <CheckField
        form={form}
        field="is_protected_trial"
        description="The trial is hidden from system administrators who are not its users. You will be added as a user."
      />
    </>
  )
}
