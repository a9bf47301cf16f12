import type { Participant } from '#contract/participants'
import { paths } from '../../../paths'
import { TextLink } from '../../../ui/link-button'

/** The sequence number of a participant, leading to the participant's page. */
export function ParticipantLink({ trialId, participant }: { trialId: number; participant: Participant }) {
  return (
    <TextLink
      {...paths.participant(trialId, participant.id)}
      className="identifier"
      fw={600}
      underline="hover"
      py="0.625rem"
      miw="2.75rem"
      display="inline-block"
      aria-label={`Participant ${participant.trial_sequence_no}`}
    >
      {participant.trial_sequence_no}
    </TextLink>
  )
}
