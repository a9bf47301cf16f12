import type { Participant } from '#contract/participants'
import { can, type EffectivePermission } from '#domain/people/permissions'

/** What can be done about a participant after the draw, in the order in which it is offered. */
const PARTICIPANT_ACTIONS = ['flag', 'unflag', 'unblind', 'record_error', 'record_unblinding'] as const
export type ParticipantAction = (typeof PARTICIPANT_ACTIONS)[number]

/** An act about one participant, as it stood when the act was chosen. */
export type ChosenParticipantAction = { action: ParticipantAction; participant: Participant }

/** What this viewer may do about this participant. The server decides in the end. */
export const offeredParticipantActions = (
  participant: Participant,
  permission: EffectivePermission,
): ParticipantAction[] => {
  const isFlagged = participant.flag_status.name === 'Flagged'
  const isOffered: Record<ParticipantAction, boolean> = {
    flag: !isFlagged && can(permission, 'flagParticipant'),
    unflag: isFlagged && can(permission, 'flagParticipant'),
    // Also where it was unblinded before: what was told then is kept nowhere.
    unblind: participant.study_group.is_blinded && can(permission, 'unblind'),
    record_error: can(permission, 'recordRandomisationError'),
    record_unblinding: can(permission, 'recordInadvertentUnblinding'),
  }
  return PARTICIPANT_ACTIONS.filter((action) => isOffered[action])
}

/** Whether nothing leads back from an act on its subject: it is offered apart from all others. */
export const isIrreversibleParticipantAction = (action: ParticipantAction): boolean => action === 'unblind'
