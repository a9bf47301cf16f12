import { trialForm } from '#contract/trial-form'
import * as v from 'valibot'
import { madeUpParticipants } from '../made-up-participants'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

const INFIRMARY = 'Calder Royal Infirmary'
const GENERAL = 'Wharfe General Hospital'

/** Paused; double blind, so that everyone in it is fully blinded, and a repeated participant id is blocked. */
export const lantern = (loadedAt: string): SampleTrial => {
  const calendar = sampleCalendar(loadedAt, 'Europe/London')
  const { day, moment } = calendar
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-260), 0.6),
    form: v.parse(trialForm, {
      title: 'LANTERN: melatonin to prevent delirium after hip fracture',
      description:
        'A double-blind trial of melatonin 3 mg at night against placebo, in people aged 65 and over with a broken hip. Treatment lasts from admission to the seventh night. Outcome: any delirium by the 4AT within seven days. No one at the sites or in the trial office knows which capsules are which. In an emergency the on-call unblinder unblinds one participant.',
      study_registration_no: 'SAMPLE-LANTERN-0233',
      ethics_approval_id: '26/YH/0233',
      ethics_approving_body: 'Yorkshire and the Humber Research Ethics Committee',
      start_on: day(-200),
      end_on: day(360),
      selected_timezone: 'Europe/London',
      sample_size: 300,
      randomisation_method_id: 1,
      is_stratified: true,
      is_site_stratified: true,
      block_size_min: 2,
      block_size_max: 6,
      is_participant_id_used: true,
      is_participant_id_required: true,
      participant_id_label: 'Trial number',
      participant_id_description: 'From the front of the trial folder, such as CRI-021. Each is used once.',
      participant_id_warning_id: 3,
      is_blinded_investigators: true,
      is_blinded_users: true,
      org_name: 'Pennine Orthogeriatric Network',
      org_contact_name: 'Trial office, lantern@example.org',
      org_chief_investigator: 'Dr Samuel Adeyemi',
      sites: [{ title: INFIRMARY }, { title: GENERAL }],
      study_groups: [
        { name: 'Melatonin 3 mg', label: 'Capsule P' },
        { name: 'Placebo', label: 'Capsule T' },
      ],
      trial_strata: [
        {
          name: 'Memory before the fracture',
          description: 'As the family or the general practitioner reports it.',
          trial_stratum_options: [{ name: 'No known impairment' }, { name: 'Known dementia' }],
        },
      ],
    }),
    grants: [
      { account: 'coordinator', role: 'Trial administrator', blinding: 'whole' },
      { account: 'nurse', role: 'Site user', sites: [INFIRMARY], blinding: 'whole' },
      { account: 'blinded-nurse', role: 'Site user', sites: [INFIRMARY], blinding: 'whole' },
      { account: 'unblinder', role: 'Trial user', blinding: 'whole', is_unblind_authorized: true },
      { account: 'monitor', role: 'Trial viewer', blinding: 'whole' },
    ],
    start: { status: 'started', at: moment(day(-200), 0), reason: 'Both sites have been opened' },
    participants: madeUpParticipants(calendar, {
      from: -200,
      to: -9,
      count: 46,
      sites: { [INFIRMARY]: 0.6, [GENERAL]: 0.4 },
      strata: { 'Memory before the fracture': { 'No known impairment': 0.64, 'Known dementia': 0.36 } },
      prefixes: { [INFIRMARY]: 'CRI', [GENERAL]: 'WGH' },
    }),
    end: {
      status: 'paused',
      at: moment(day(-8), 0.4),
      reason: 'Paused until the safety committee has looked at the first forty participants',
    },
  }
}
