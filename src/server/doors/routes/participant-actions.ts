import { api } from '#contract/api'
import { read, versioned, write, type Route } from '../http/route'
import { participantHistory } from '../../use-cases/participants/participant-history'
import { participantsSnapshot } from '../../use-cases/participants/participants-snapshot'
import { recordInadvertentUnblinding } from '../../use-cases/participants/record-inadvertent-unblinding'
import { recordRandomisationError } from '../../use-cases/participants/record-randomisation-error'
import { unblindParticipant } from '../../use-cases/participants/unblind-participant'

/** Before the routes of participants, which would take `snapshot` for a participant's id. */
export const participantActionRoutes: readonly Route[] = [
  versioned(api.getParticipantsSnapshot, participantsSnapshot),
  write(api.unblindParticipant, unblindParticipant),
  write(api.recordInadvertentUnblinding, recordInadvertentUnblinding),
  write(api.recordRandomisationError, recordRandomisationError),
  read(api.getParticipantHistory, participantHistory),
]
