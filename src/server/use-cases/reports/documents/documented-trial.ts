import type { DocumentedTrial, Generation } from '#domain/documents/documented-trial'
import type { SpecifiedTrial } from '#domain/documents/randomisation-specification'
import { showsInstanceBanner } from '#domain/instance'
import type { WholeTrial } from '../../../ground/db/trials'
import { momentIn } from '../../../ground/time/calendar'
import { storedAllocationMethod, storedRandomisationMethod, trialStatusName } from '../../../ground/stored-names'
import type { ServerContext } from '../../call/server-context'

/** A stored trial as every document of it says it. */
export const documentedTrial = (trial: WholeTrial): DocumentedTrial => ({
  id: trial.id,
  title: trial.title,
  status: trialStatusName(trial.trial_status_id),
  study_registration_no: trial.study_registration_no,
  ethics_approval_id: trial.ethics_approval_id,
  sample_size: trial.sample_size,
  start_on: trial.start_on,
  end_on: trial.end_on,
  started_on: trial.started_on,
  ended_on: trial.ended_on,
})

/** A stored trial as its protocol describes it. Settings of its method are left behind here. */
export const specifiedTrial = (trial: WholeTrial): SpecifiedTrial => {
  return {
    ...documentedTrial(trial),
    allocation_method: storedAllocationMethod(trial.allocation_method_id),
    method: storedRandomisationMethod(trial.randomisation_method_id).name,
    is_stratified: trial.is_stratified,
    is_site_stratified: trial.is_site_stratified,
    trial_strata: trial.trial_strata.map(({ name, trial_stratum_options }) => ({ name, trial_stratum_options })),
    exclude_flagged_participants: trial.exclude_flagged_participants,
    is_design_checked: trial.is_design_checked,
    is_unblinding_reauthenticated: trial.is_unblinding_reauthenticated,
    commitment: trial.commitment,
  }
}

/** By what and when a document of a trial is generated now. */
export const generationNow = (
  { config: { instance }, now, version }: ServerContext,
  { selected_timezone }: WholeTrial,
): Generation => {
  const at = now()
  return {
    at,
    at_in_words: momentIn(selected_timezone, at),
    version,
    instance,
    is_practice: showsInstanceBanner(instance),
  }
}
