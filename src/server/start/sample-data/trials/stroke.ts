import { trialForm } from '#contract/trial-form'
import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import { sampleCalendar, spread, type SampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleParticipant, type SampleTrial } from '../sample-trial'
import { STROKE_STRATA, strokePatients, type StrokePatient } from '../stroke-patients'

/** The trial's real course; recruitment ended with the 6,257th patient of the United Kingdom. */
const BEGAN = '1991-01-01'
const ENDED = '1996-05-31'
const SAMPLE_SIZE = 6257

/** How many of the patients are randomised already. */
const RANDOMISED = 2000

const WARD_HOSPITALS = ['Hospital 1', 'Hospital 6']

/**
 * The International Stroke Trial in the United Kingdom, its real patients in their real order at their real pace, moved
 * so that the last of the first 2,000 was randomised yesterday.
 */
export const strokeTrial = (loadedAt: string): SampleTrial => {
  const calendar = sampleCalendar(loadedAt, 'Europe/London')
  const patients = strokePatients()
  const moved = movedToThePresent(calendar, patients)
  return {
    ...NOTHING_HAPPENED,
    created_at: calendar.moment(moved(BEGAN), -120),
    form: v.parse(trialForm, {
      title: 'The International Stroke Trial, UK',
      description: DESCRIPTION,
      start_on: moved(BEGAN),
      end_on: moved(ENDED),
      selected_timezone: 'Europe/London',
      sample_size: SAMPLE_SIZE,
      allocation_method_id: 4,
      randomisation_method_id: 3,
      is_stratified: true,
      org_name: 'International Stroke Trial Collaborative Group',
      org_contact_name: 'Trial office, stroke-trial@example.org',
      org_website: 'https://doi.org/10.7488/ds/104',
      sites: hospitals(patients).map((title) => ({ title })),
      study_groups: STROKE_GROUPS,
      trial_strata: STROKE_STRATA.map(({ name, description, options }) => ({
        name,
        description,
        trial_stratum_options: options.map((option) => ({ name: option })),
      })),
    }),
    grants: [
      { account: 'coordinator', role: 'Trial administrator' },
      { account: 'nurse', role: 'Site user', sites: WARD_HOSPITALS },
      { account: 'blinded-nurse', role: 'Site user', sites: WARD_HOSPITALS, blinding: 'whole' },
      { account: 'unblinder', role: 'Trial user', blinding: 'whole', is_unblind_authorized: true },
      { account: 'pharmacist', role: 'Site user', sites: ['Hospital 6'] },
      { account: 'monitor', role: 'Trial viewer' },
    ],
    start: {
      status: 'started',
      at: calendar.moment(moved(BEGAN), 0),
      reason: 'Approvals are in place at the first hospitals',
    },
    participants: recruited(calendar, patients, moved),
  }
}

/** Both factors: half of the patients avoid heparin, a quarter each get one of its doses. */
const STROKE_GROUPS = [
  { name: 'Aspirin 300 mg daily', factorial_level: 1 },
  { name: 'Avoid aspirin', factorial_level: 1 },
  { name: 'Heparin 5,000 IU twice daily', factorial_level: 2 },
  { name: 'Heparin 12,500 IU twice daily', factorial_level: 2 },
  { name: 'Avoid heparin', factorial_level: 2, weight: 2 },
]

const DESCRIPTION = `A factorial trial of aspirin, heparin, both or neither within 48 hours of an acute ischaemic stroke. It runs in 111 hospitals of the United Kingdom.

The patients are real: the first 2,000 of the 6,257 who joined from 1991 to 1996. Their order, hospitals and pace are unchanged; their dates are moved to the present. The allocations are this portal's own; they say nothing about the original ones.

Every patient gets aspirin or avoids it, and gets one of two doses of heparin or avoids it. That makes six treatments, in the ratio 1 : 1 : 2 for heparin. They are minimised over sex, consciousness, age group, delay and stroke type. The answers combine in 360 ways, so blocks would never be filled.

Source: Sandercock P, Niewada M, Członkowska A. International Stroke Trial database (version 2), University of Edinburgh, doi 10.7488/ds/104, under the Open Data Commons Attribution License (ODC-By); described in Trials 2011, 12:101, doi 10.1186/1745-6215-12-101.`

/** Every hospital that ever took part, by its number. */
const hospitals = (patients: readonly StrokePatient[]): string[] => {
  const numberOf = (title: string) => Number(title.replace('Hospital ', ''))
  return [...new Set(patients.map(({ hospital }) => hospital))].sort((a, b) => numberOf(a) - numberOf(b))
}

type Move = (day: string) => string

const movedToThePresent = ({ day }: SampleCalendar, patients: readonly StrokePatient[]): Move => {
  const last = enrolmentDays(patients)[RANDOMISED - 1]
  if (!last) throw new Error(`the file of patients holds fewer than ${RANDOMISED}`)
  const lastDay = Temporal.PlainDate.from(`${last.month}-01`).add({ days: Math.floor(last.days) })
  const way = lastDay.until(day(-1))
  return (real) => Temporal.PlainDate.from(real).add(way).toString()
}

/** For each patient, the month and the days since its beginning: the file has the order within a month, not the day. */
const enrolmentDays = (patients: readonly StrokePatient[]): { month: string; days: number }[] => {
  const perMonth = new Map<string, number>()
  for (const { month } of patients) perMonth.set(month, (perMonth.get(month) ?? 0) + 1)
  return [...perMonth].flatMap(([month, count]) =>
    spread(count, Temporal.PlainYearMonth.from(month).daysInMonth).map((days) => ({ month, days })),
  )
}

const recruited = (
  { moment }: SampleCalendar,
  patients: readonly StrokePatient[],
  moved: Move,
): SampleParticipant[] => {
  const enrolledOn = enrolmentDays(patients)
  return patients.slice(0, RANDOMISED).map((patient, index) => {
    const { month, days } = enrolledOn[index] ?? { month: patient.month, days: 0 }
    return {
      at: moment(moved(`${month}-01`), days),
      site: patient.hospital,
      participant_id: null,
      strata: Object.fromEntries(STROKE_STRATA.map(({ name, column }) => [name, patient[column]])),
    }
  })
}
