import { MESSAGE_KINDS, statusMessageKind } from '#domain/people/notifications'
import { TRIAL_STATUSES, trialStatusOfId, type TrialStatus, type TrialStatusKey } from '#domain/trials/trial-status'
import { PREFERENCE_WORDS } from './preference-words'
import { CANNOT_BE_UNDONE } from '../../../safety-words'

/** A change of status as its dialog offers it. */
export type StatusChange = {
  to: TrialStatus
  /** The words on its button. */
  action: string
  /** Its consequence. */
  means: string
  /** Cannot be undone, so a second question follows. */
  isConfirmed: boolean
}

/** The changes that are allowed from a status, in the order of the list of statuses. */
export const statusChangesFrom = (statusId: number): StatusChange[] => {
  const next: readonly number[] = trialStatusOfId(statusId)?.next ?? []
  return TRIAL_STATUSES.filter(({ id }) => next.includes(id)).flatMap((to) => {
    const change = CHANGES[to.key]
    return change === null ? [] : [{ to, ...change }]
  })
}

/** The question before a change that cannot be undone. */
export const confirmationQuestion = (status: TrialStatus): string =>
  `Are you sure you wish to set this trial to the ${status.name} state?`

/** The recipients of an email about a change, by default and by choice. */
export const recipientsOfStatus = ({ id }: TrialStatus): string =>
  `Everyone with a permission in this trial is emailed, except those who have switched off “${PREFERENCE_WORDS[MESSAGE_KINDS[statusMessageKind(id)].preference]}”.`

const CHANGES: Record<TrialStatusKey, Omit<StatusChange, 'to'> | null> = {
  planning: null,
  pending: null,
  started: {
    action: 'Start trial',
    means: 'Participants can be randomised. The settings can no longer be edited.',
    isConfirmed: false,
  },
  paused: {
    action: 'Pause trial',
    means: 'No one can be randomised while the trial is paused. You can edit its settings and start it again.',
    isConfirmed: false,
  },
  rejected: {
    action: 'Reject planned trial',
    means: `The trial will never start. ${CANNOT_BE_UNDONE}`,
    isConfirmed: false,
  },
  finished: {
    action: 'Finish completed trial',
    means: `Randomisation stops permanently. ${CANNOT_BE_UNDONE}`,
    isConfirmed: true,
  },
  terminated: {
    action: 'Terminate trial',
    means: `The trial ends early and randomisation stops permanently. ${CANNOT_BE_UNDONE}`,
    isConfirmed: true,
  },
}
