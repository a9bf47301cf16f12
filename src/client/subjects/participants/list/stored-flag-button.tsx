import type { StoredParticipant } from '#contract/stored-answers'
import type { FlagStatusName } from '#domain/participants/participant'
import { Button } from '@mantine/core'
import { ACTION_PRESENTATION } from './action-presentation'

/** The id of the button that gets the focus back when its dialog closes. */
export const storedFlagButtonId = (participantId: number): string => `flag-of-participant-${participantId}`

type StoredFlagButtonProps = { participant: StoredParticipant; onFlag: (wanted: FlagStatusName) => void }

/** Flags or unflags a stored participant. */
export function StoredFlagButton({ participant, onFlag }: StoredFlagButtonProps) {
  const isFlagged = participant.flag_status.name === 'Flagged'
  const { label, icon: Icon } = ACTION_PRESENTATION[isFlagged ? 'unflag' : 'flag']
  return (
    <Button
      id={storedFlagButtonId(participant.id)}
      variant="subtle"
      px="xs"
      aria-label={`${label}: participant ${participant.trial_sequence_no}`}
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => onFlag(isFlagged ? 'Unflagged' : 'Flagged')}
    >
      {label}
    </Button>
  )
}
