import { trialForm } from '#contract/trial-form'
import * as v from 'valibot'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

/** Planning; without a limit of its sample size. */
export const rowan = (loadedAt: string): SampleTrial => {
  const { day, moment } = sampleCalendar(loadedAt, 'Europe/London')
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-12), 0.3),
    form: v.parse(trialForm, {
      title: 'ROWAN: text reminders for childhood immunisation',
      description:
        'A text message one week before each immunisation is due, compared with the usual letter. Practices take part for as long as they wish, so the sample has no limit. Outcome: immunised within four weeks of the due date, from the register.',
      start_on: day(60),
      end_on: day(1150),
      selected_timezone: 'Europe/London',
      org_name: 'Institute of Public Health',
      org_contact_name: 'Data manager, rowan@example.org',
      org_chief_investigator: 'Dr Elin Fairweather',
      sites: [{ title: 'Meadow Lane Practice' }, { title: 'Old Mill Practice' }, { title: 'Quayside Practice' }],
      study_groups: [{ name: 'Text message' }, { name: 'Letter' }],
      trial_strata: [
        {
          name: 'Older siblings',
          trial_stratum_options: [{ name: 'None' }, { name: 'One or more' }],
        },
      ],
    }),
    grants: [{ account: 'coordinator', role: 'Trial administrator' }],
  }
}
