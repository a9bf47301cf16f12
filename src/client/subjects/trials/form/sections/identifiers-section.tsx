import { NativeSelect } from '@mantine/core'
import { FIELD_WORDS, WARNING_CHOICES } from '../field-words'
import { CheckField, LongTextField, TextField } from '../form-fields'
import type { SectionProps } from '../section-props'

/** Whether participants have an identifier, and what happens with one that is used already. */
export function IdentifiersSection({ form }: SectionProps) {
  const { is_participant_id_used, participant_id_warning_id } = form.values
  return (
    <>
      <div>
        <CheckField form={form} field="is_participant_id_used" />
        {is_participant_id_used && <CheckField form={form} field="is_participant_id_required" />}
      </div>
      {is_participant_id_used && (
        <>
          <TextField
            form={form}
            field="participant_id_label"
            description="What it is called when a participant is randomised. Leave it empty for  Participant ID."
          />
          <LongTextField
            form={form}
            field="participant_id_description"
            description="Shown beside the field. Never ask for a name or a date of birth."
          />
        </>
      )}
      <NativeSelect
        label={FIELD_WORDS.participant_id_warning_id}
        description="Ignore: it is accepted. Warn: it is accepted after confirmation. Block: it is refused."
        required
        maw="28rem"
        data={WARNING_CHOICES}
        {...form.getInputProps('participant_id_warning_id')}
        value={String(participant_id_warning_id)}
        onChange={(event) => form.setFieldValue('participant_id_warning_id', Number(event.currentTarget.value))}
      />
    </>
  )
}
