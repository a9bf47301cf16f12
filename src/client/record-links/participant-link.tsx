import type { ReactNode } from 'react'
import { paths } from '../paths'
import { TextLink } from '../ui/link-button'
import { RecordLink } from '../ui/record-link'

type ParticipantLinkProps = {
  trialId: number
  participant: { id: number; trial_sequence_no: number }
  /** Within a text, whose lines keep their height. */
  isInText?: boolean
  children?: ReactNode
}

/** A participant named in another place, as a link to their page. */
export function ParticipantLink({ trialId, participant, isInText = false, children }: ParticipantLinkProps) {
  const name = `Participant ${participant.trial_sequence_no}`
  const path = paths.participant(trialId, participant.id)
  if (isInText)
    return (
      <TextLink {...path} inherit underline="always" aria-label={name}>
        {children ?? name}
      </TextLink>
    )
  return (
    <RecordLink {...path} isAside>
      {children ?? name}
    </RecordLink>
  )
}
