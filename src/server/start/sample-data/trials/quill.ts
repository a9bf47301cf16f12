import { trialForm } from '#contract/trial-form'
import * as v from 'valibot'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

/** Rejected during planning. */
export const quill = (loadedAt: string): SampleTrial => {
  const { day, moment } = sampleCalendar(loadedAt, 'Europe/London')
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-400), 0.8),
    form: v.parse(trialForm, {
      title: 'QUILL: a mobile app to stop smoking in young adults',
      description:
        'A stop-smoking app with daily messages against a leaflet with the same advice, in people aged 18 to 25. Outcome: no smoking in the week before month six.',
      ethics_approval_id: '25/LO/0760',
      ethics_approving_body: 'London Research Ethics Committee',
      start_on: day(-330),
      end_on: day(35),
      selected_timezone: 'Europe/London',
      sample_size: 1200,
      org_name: 'Institute of Public Health',
      org_contact_name: 'Research assistant, quill@example.org',
      sites: [{ title: 'Online' }],
      study_groups: [{ name: 'App' }, { name: 'Leaflet' }],
    }),
    grants: [],
    end: { status: 'rejected', at: moment(day(-345), 0.4), reason: 'The study was not funded' },
  }
}
