import { trialForm } from '#contract/trial-form'
import { PENDING } from '#domain/trials/trial-status'
import * as v from 'valibot'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

/** Pending; protected, so that system permissions alone do not reach it. */
export const harbour = (loadedAt: string): SampleTrial => {
  const { day, moment } = sampleCalendar(loadedAt, 'Europe/London')
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-40), 0.5),
    form: v.parse(trialForm, {
      title: 'HARBOUR: trauma-focused therapy after domestic abuse',
      description:
        'Trauma-focused therapy against support as usual for women who have left an abusive relationship. The participants must not become known, so the trial is protected. Only people named in it can see it, system administrators included. It is waiting for the contract with the second refuge.',
      study_registration_no: 'SAMPLE-HARBOUR-0071',
      ethics_approval_id: '26/WA/0071',
      ethics_approving_body: 'Wales Research Ethics Committee',
      trial_status_id: PENDING,
      is_protected_trial: true,
      start_on: day(30),
      end_on: day(760),
      selected_timezone: 'Europe/London',
      sample_size: 160,
      randomisation_method_id: 1,
      is_site_stratified: true,
      block_size_min: 4,
      block_size_max: 6,
      org_name: 'Centre for Trauma Research',
      org_contact_name: 'Study manager, harbour@example.org',
      org_chief_investigator: 'Dr Bronwen Pryce',
      sites: [{ title: 'Refuge North' }, { title: 'Refuge South' }],
      study_groups: [{ name: 'Trauma-focused therapy' }, { name: 'Support as usual' }],
    }),
    grants: [{ account: 'coordinator', role: 'Trial administrator' }],
  }
}
