import { trialForm } from '#contract/trial-form'
import * as v from 'valibot'
import { madeUpParticipants } from '../made-up-participants'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

const BAYSIDE = 'Bayside Maternity'
const RIDGEWAY = 'Ridgeway Women’s Hospital'

/** Terminated; three groups in the ratio 2:1:1, in another time zone. */
export const tideway = (loadedAt: string): SampleTrial => {
  const calendar = sampleCalendar(loadedAt, 'Australia/Brisbane')
  const { day, moment } = calendar
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-520), 0.1),
    form: v.parse(trialForm, {
      title: 'TIDEWAY: three doses of vitamin D in early pregnancy',
      description:
        'Vitamin D at 400 IU daily (the usual dose) against 1,000 IU and 2,000 IU, from the first antenatal visit to birth, in the ratio 2:1:1. Outcome: vitamin D of the newborn.',
      study_registration_no: 'SAMPLE-TIDEWAY-1551',
      ethics_approval_id: 'HREC/25/BAY/1551',
      ethics_approving_body: 'Bayside Human Research Ethics Committee',
      start_on: day(-480),
      end_on: day(250),
      selected_timezone: 'Australia/Brisbane',
      sample_size: 400,
      randomisation_method_id: 1,
      is_site_stratified: true,
      block_size_min: 4,
      block_size_max: 8,
      org_name: 'Bayside Maternal Health Institute',
      org_contact_name: 'Research midwife, tideway@example.org',
      org_chief_investigator: 'Associate Professor Ngaire Walker',
      sites: [{ title: BAYSIDE }, { title: RIDGEWAY }],
      study_groups: [
        { name: '400 IU daily', weight: 2 },
        { name: '1,000 IU daily', weight: 1 },
        { name: '2,000 IU daily', weight: 1 },
      ],
    }),
    grants: [
      { account: 'coordinator', role: 'Trial administrator' },
      { account: 'monitor', role: 'Trial viewer' },
    ],
    start: { status: 'started', at: moment(day(-480), 0), reason: 'The first antenatal clinics are ready' },
    participants: madeUpParticipants(calendar, {
      from: -478,
      to: -215,
      count: 38,
      sites: { [BAYSIDE]: 0.74, [RIDGEWAY]: 0.26 },
    }),
    end: {
      status: 'terminated',
      at: moment(day(-210), 0.5),
      reason: 'Recruitment is too slow to answer the question; the funder has agreed',
    },
  }
}
