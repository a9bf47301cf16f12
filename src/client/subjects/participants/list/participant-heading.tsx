import type { Trial } from '#contract/trials'
import { Group, Text } from '@mantine/core'
import type { Participant } from '#contract/participants'

/** The participant of an action, as far as its dialog shows them. */
export type ActionSubject = Pick<Participant, 'id' | 'trial_sequence_no' | 'participant_id' | 'site'>

type ParticipantHeadingProps = { trial: Pick<Trial, 'participant_id_label'>; participant: ActionSubject }

/** The participant whom an action is about: number, ID and site. */
export function ParticipantHeading({ trial, participant }: ParticipantHeadingProps) {
  const { trial_sequence_no, participant_id, site } = participant
  return (
    <Group gap="0.25rem 1.25rem" align="baseline">
      <Text span>
        Participant <span className="identifier">{trial_sequence_no}</span>
      </Text>
      {participant_id !== null && (
        <Text span>
          {trial.participant_id_label ?? 'ID'} <span className="identifier">{participant_id}</span>
        </Text>
      )}
      <Text span c="dimmed">
        {site.title}
      </Text>
    </Group>
  )
}
