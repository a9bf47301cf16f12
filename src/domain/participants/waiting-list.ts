import { accepted, refused, type Outcome } from '../outcome'
import type { PermittedSites } from '../people/permissions'
import { isRunningStatus, PAUSED, STARTED } from '../trials/trial-status'
import { comparableParticipantId } from './comparable-participant-id'
import { PARTICIPANT_ID_WARNINGS } from './participant'
import {
  mayRandomise,
  type Earlier,
  type RandomiseRefusal,
  type RandomiseRequest,
  type RandomisingTrial,
} from './randomise-request'

/** The refusals of a randomisation that end when a limit is raised or the trial goes on. A full study group refuses nobody. */
const ENDING_REFUSALS = ['trial_not_started', 'sample_size_reached', 'site_full', 'stratum_full'] as const

/** Whether a participant who was refused for this reason may wait. */
export const endsInTime = (code: string): boolean => ENDING_REFUSALS.some((one) => one === code)

/** Whether participants may be put on the waiting list of a trial while it has no place for them. */
export const takesWaiting = (trial: { trial_status_id: number; is_participant_id_used: boolean }): boolean =>
  trial.is_participant_id_used && isRunningStatus(trial.trial_status_id)

type WaitingRequest = Omit<RandomiseRequest, 'approve_duplicate'> & { participant_id: string }

/** What the participants and the list before a request leave to it. */
type EarlierAndWaiting = Earlier & { is_waiting: boolean }

/** Why a participant may not wait. */
export type WaitingRefusal = RandomiseRefusal | { code: 'already_waiting' } | { code: 'place_is_free' }

/**
 * Whether a participant may be put on the waiting list: they could be randomised if the trial were running and nothing were full, and
 * cannot be now. Nothing of an allocation decides it.
 */
export const mayWait = (
  trial: RandomisingTrial,
  sites: PermittedSites,
  earlier: EarlierAndWaiting,
  request: WaitingRequest,
): Outcome<{ comparable_id: string }, WaitingRefusal> => {
  const unapproved = { ...request, approve_duplicate: false }
  const withPlaces = mayRandomise(
    runningWithPlaces(trial),
    sites,
    { ...earlier, is_site_full: false, full_option: null },
    unapproved,
  )
  if (!withPlaces.ok) return withPlaces
  if (earlier.is_waiting) return refused({ code: 'already_waiting' })
  if (mayRandomise(trial, sites, earlier, unapproved).ok) return refused({ code: 'place_is_free' })
  return accepted({ comparable_id: comparableParticipantId(request.participant_id) })
}

/** Whether a participant who waits could be randomised now, as far as the trial and its limits decide. */
export const hasFreePlace = (
  trial: RandomisingTrial,
  caps: Pick<Earlier, 'is_site_full' | 'full_option'>,
  waiting: Pick<WaitingRequest, 'site_id' | 'participant_id'>,
): boolean => mayRandomise(trial, 'all', { ...caps, isUsed: () => false }, { ...waiting, approve_duplicate: false }).ok

/** The trial as it would be while it runs, below its sample size. Nobody waits who was randomised, whatever it says of duplicates. */
const runningWithPlaces = (trial: RandomisingTrial): RandomisingTrial => ({
  ...trial,
  trial_status_id: trial.trial_status_id === PAUSED ? STARTED : trial.trial_status_id,
  sample_size: 0,
  participant_id_warning_id: BLOCK,
})

const BLOCK = PARTICIPANT_ID_WARNINGS[2].id
