import type { Trial } from '#contract/trials'
import { participantIdLabel } from '#domain/participants/participant'
import { Stack, TextInput, type TextInputProps } from '@mantine/core'

type ParticipantIdFieldProps = Pick<TextInputProps, 'value' | 'error' | 'onChange' | 'required'> & {
  trial: Pick<Trial, 'participant_id_label' | 'participant_id_description'>
}

/** The participant's ID, with the note not to enter anything that identifies a person. */
export function ParticipantIdField({ trial, ...props }: ParticipantIdFieldProps) {
  return (
    <TextInput
      label={participantIdLabel(trial)}
      description={
        <Stack component="span" gap="0.25rem">
          {trial.participant_id_description !== null && <span>{trial.participant_id_description}</span>}
          <span>Do not enter personally identifiable data, such as a name, an address or a date of birth.</span>
        </Stack>
      }
      descriptionProps={{ mb: 'xs' }}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      classNames={{ input: 'identifier' }}
      {...props}
    />
  )
}
