import { accepted, refused, type Outcome } from '../outcome'
import { comparableParticipantId } from './comparable-participant-id'
import { duplicateRefusal, inWordsOfTrial, type DuplicateWarning } from './participant'
import { reachesSite, type PermittedSites } from '../people/permissions'
import { awaitsOpening, SITE_UNKNOWN } from '../trials/site'
import { mayRandomiseInStatus } from '../trials/trial-status'

/** The settings of a trial that decide who may be randomised in it. */
export type RandomisingTrial = {
  trial_status_id: number
  sample_size: number
  num_sampled: number
  is_participant_id_used: boolean
  is_participant_id_required: boolean
  participant_id_label: string | null
  participant_id_warning_id: number
  is_opening_sites: boolean
  sites: readonly { id: number; is_deleted: boolean; opened_at: string | null }[]
}

export type RandomiseRequest = {
  site_id: number
  participant_id: string | null
  approve_duplicate: boolean
}

/** Why nobody is randomised, before any draw. `invalid` names a field that does not fit the trial. */
export type RandomiseRefusal =
  | { code: 'invalid'; field: 'site_id' | 'participant_id'; message: string }
  | { code: 'site_not_permitted' | 'trial_not_started' | 'sample_size_reached' | 'site_deleted' | 'site_not_opened' }
  | { code: 'site_full' }
  | { code: 'stratum_full'; stratum: string; option: string }
  | { code: 'participant_id_duplicate'; warning: DuplicateWarning; comparable_id: string }

/** What the participants before a request leave to it. */
export type Earlier = {
  /** Whether the trial has a comparable id already. */
  isUsed: (comparableId: string) => boolean
  /** Whether the request's site has all that its cap allows. */
  is_site_full: boolean
  /** The first of the request's answers that has all that its cap allows, or null. */
  full_option: { stratum: string; option: string } | null
}

/**
 * Whether a request may go to the draw, by its trial, the sites that the person reaches, and those randomised before. The contract
 * fixes the order of refusals; a missing pack comes after all of them.
 */
export const mayRandomise = (
  trial: RandomisingTrial,
  sites: PermittedSites,
  earlier: Earlier,
  request: RandomiseRequest,
): Outcome<{ comparable_id: string | null }, RandomiseRefusal> => {
  const site = trial.sites.find(({ id }) => id === request.site_id)
  if (!site) return refused({ code: 'invalid', field: 'site_id', message: SITE_UNKNOWN })
  const idFault = participantIdFault(trial, request.participant_id)
  if (idFault !== null) return refused({ code: 'invalid', field: 'participant_id', message: idFault })
  if (!reachesSite(sites, site.id)) return refused({ code: 'site_not_permitted' })
  if (!mayRandomiseInStatus(trial.trial_status_id)) return refused({ code: 'trial_not_started' })
  if (trial.sample_size > 0 && trial.num_sampled >= trial.sample_size) return refused({ code: 'sample_size_reached' })
  if (site.is_deleted) return refused({ code: 'site_deleted' })
  if (awaitsOpening(trial, site)) return refused({ code: 'site_not_opened' })
  if (earlier.is_site_full) return refused({ code: 'site_full' })
  if (earlier.full_option !== null) return refused({ code: 'stratum_full', ...earlier.full_option })
  const comparable = request.participant_id === null ? null : comparableParticipantId(request.participant_id)
  const warning = duplicateRefusal({
    participant_id_warning_id: trial.participant_id_warning_id,
    is_duplicate: comparable !== null && earlier.isUsed(comparable),
    approved: request.approve_duplicate,
  })
  return warning === null || comparable === null
    ? accepted({ comparable_id: comparable })
    : refused({ code: 'participant_id_duplicate', warning, comparable_id: comparable })
}

/** Why a participant id does not fit a trial, or null where it does. */
export const participantIdFault = (
  trial: Pick<RandomisingTrial, 'is_participant_id_used' | 'is_participant_id_required' | 'participant_id_label'>,
  participantId: string | null,
): string | null => {
  if (participantId !== null && !trial.is_participant_id_used) return 'This trial does not use participant IDs'
  const isMissing = participantId === null && trial.is_participant_id_used && trial.is_participant_id_required
  return isMissing ? inWordsOfTrial(PARTICIPANT_ID_REQUIRED, trial) : null
}

/** The message where a participant ID is required and missing. */
export const PARTICIPANT_ID_REQUIRED = 'Participant ID is required'

/** The message where a stratum has no chosen option. */
export const missingOption = (stratumName: string): string => `${stratumName} is required`
