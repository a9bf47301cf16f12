import { trialForm } from '#contract/trial-form'
import * as v from 'valibot'
import { madeUpParticipants } from '../made-up-participants'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

const CENTRE = 'Solent Rehabilitation Centre'
const CLINIC = 'Itchen Physiotherapy Clinic'

/** Finished; the assessors are partially blinded: they read the labels A and B in place of the programmes. */
export const keel = (loadedAt: string): SampleTrial => {
  const calendar = sampleCalendar(loadedAt, 'Europe/London')
  const { day, moment } = calendar
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-700), 0.3),
    form: v.parse(trialForm, {
      title: 'KEEL: supervised or home exercise after knee replacement',
      description:
        'Twelve weeks of supervised exercise against the same exercises at home, in adults after a first total knee replacement. Outcome: the Oxford Knee Score at six months. The therapists know the programme; the assessors know only its letter.',
      study_registration_no: 'SAMPLE-KEEL-0098',
      ethics_approval_id: '24/SC/0098',
      ethics_approving_body: 'South Central Research Ethics Committee',
      start_on: day(-640),
      end_on: day(-100),
      selected_timezone: 'Europe/London',
      sample_size: 80,
      is_participant_id_used: true,
      participant_id_label: 'Study number',
      is_blinded_users: true,
      org_name: 'Solent Institute of Rehabilitation',
      org_contact_name: 'Study coordinator, keel@example.org',
      org_chief_investigator: 'Dr Maria Castellanos',
      sites: [{ title: CENTRE }, { title: CLINIC }],
      study_groups: [
        { name: 'Supervised exercise', label: 'B' },
        { name: 'Home exercise', label: 'A' },
      ],
    }),
    grants: [
      { account: 'coordinator', role: 'Trial administrator' },
      { account: 'nurse', role: 'Site user', sites: [CENTRE], blinding: 'partial' },
      { account: 'monitor', role: 'Trial viewer', blinding: 'partial' },
    ],
    start: { status: 'started', at: moment(day(-640), 0), reason: 'Therapists at both sites have been trained' },
    participants: madeUpParticipants(calendar, {
      from: -638,
      to: -130,
      count: 80,
      sites: { [CENTRE]: 0.7, [CLINIC]: 0.3 },
      prefixes: { [CENTRE]: 'SRC', [CLINIC]: 'IPC' },
    }),
    end: { status: 'finished', at: moment(day(-100), 0.7), reason: 'All 80 participants have had their last visit' },
  }
}
