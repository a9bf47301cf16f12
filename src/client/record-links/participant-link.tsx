import type { ReactNode } from 'react'
import { paths } from '../paths'
import { RecordLink } from '../ui/record-link'

type ParticipantLinkProps = {
  trialId: number
  participant: { id: number; trial_sequence_no: number }
  children?: ReactNode
}

/** A participant who is named beside something else, leading to their page. */
export function ParticipantLink({ trialId, participant: { id, trial_sequence_no }, children }: ParticipantLinkProps) {
  return (
    <RecordLink {...paths.participant(trialId, id)} isAside>
      {children ?? `Participant ${trial_sequence_no}`}
    </RecordLink>
  )
}
