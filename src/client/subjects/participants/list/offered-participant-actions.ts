import type { Participant } from '#contract/participants'
import type { StoredParticipant } from '#contract/stored-answers'
import { can, type EffectivePermission } from '#domain/people/permissions'

/** The actions on a participant after the draw, in the order in which they are offered. */
const PARTICIPANT_ACTIONS = ['flag', 'unflag', 'unblind', 'record_error', 'record_unblinding'] as const
export type ParticipantAction = (typeof PARTICIPANT_ACTIONS)[number]

/** An action on one participant, as it was when the action was chosen. */
export type ChosenParticipantAction = { action: ParticipantAction; participant: Participant | StoredParticipant }

/**
 * The actions that this viewer may perform on this participant; on a stored one those that may wait for the server. The server decides
 * in the end.
 */
export const offeredParticipantActions = (
  participant: Participant | StoredParticipant,
  permission: EffectivePermission,
): ParticipantAction[] => {
  const isFlagged = participant.flag_status.name === 'Flagged'
  const group = 'study_group' in participant ? participant.study_group : null
  const isOffered: Record<ParticipantAction, boolean> = {
    flag: !isFlagged && can(permission, 'flagParticipant'),
    unflag: isFlagged && can(permission, 'flagParticipant'),
    // Also after an earlier unblinding: a disclosed group is stored nowhere.
    unblind: group?.is_blinded === true && can(permission, 'unblind'),
    record_error: group !== null && can(permission, 'recordRandomisationError'),
    record_unblinding: group !== null && can(permission, 'recordInadvertentUnblinding'),
  }
  return PARTICIPANT_ACTIONS.filter((action) => isOffered[action])
}

/** Whether an action cannot be undone: it is offered apart from all others. */
export const isIrreversibleParticipantAction = (action: ParticipantAction): boolean => action === 'unblind'
