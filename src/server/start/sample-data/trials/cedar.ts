import { trialForm } from '#contract/trial-form'
import * as v from 'valibot'
import { madeUpParticipants } from '../made-up-participants'
import { sampleCalendar } from '../sample-calendar'
import { NOTHING_HAPPENED, type SampleTrial } from '../sample-trial'

const HOSPITAL = 'St Aidan’s Hospital'
const CENTRE = 'Northgate Health Centre'
const SURGERY = 'Ashdown Surgery'

const ACTIVE = { status: 'active', duration: 10 } as const

/** Started; each site manages its own study packs, dispensing needs a code, and a repeated participant id warns. */
export const cedar = (loadedAt: string): SampleTrial => {
  const calendar = sampleCalendar(loadedAt, 'Europe/London')
  const { day, moment } = calendar
  return {
    ...NOTHING_HAPPENED,
    created_at: moment(day(-290), 0.2),
    form: v.parse(trialForm, {
      title: 'CEDAR: fosfomycin or nitrofurantoin for lower urinary tract infection',
      description:
        'An open, pragmatic trial in general practice and outpatient clinics. A single dose of fosfomycin is compared with five days of nitrofurantoin in women with a lower urinary tract infection. Outcome: symptoms gone by day 7 without another antibiotic. Each site holds its own study packs. The packs look alike, so the three digits on the label are entered before a pack is dispensed.',
      study_registration_no: 'SAMPLE-CEDAR-0417',
      ethics_approval_id: '26/NE/0417',
      ethics_approving_body: 'North East Research Ethics Committee',
      start_on: day(-230),
      end_on: day(430),
      selected_timezone: 'Europe/London',
      sample_size: 240,
      randomisation_method_id: 1,
      is_stratified: true,
      is_site_stratified: true,
      block_size_min: 4,
      block_size_max: 6,
      is_participant_id_used: true,
      is_participant_id_required: true,
      participant_id_label: 'Screening number',
      participant_id_description: 'As on the screening log, such as STA-014. Never a name or a hospital number.',
      participant_id_warning_id: 2,
      is_managing_packs: true,
      is_site_managing_packs: true,
      is_confirmable: true,
      pack_alert_level: 10,
      org_name: 'Tyne Valley Primary Care Research Unit',
      org_contact_name: 'Trial manager, cedar@example.org',
      org_chief_investigator: 'Professor Helen Marsh',
      org_billing_address: 'Research Finance, Tyne Valley Primary Care Research Unit',
      org_quote_amount: 4200,
      org_quote_date: day(-320),
      org_contract_date: day(-300),
      org_paid_amount: 2100,
      org_paid_date: day(-280),
      sites: [
        { title: HOSPITAL, low_pack_level: 24 },
        { title: CENTRE, low_pack_level: 16 },
        { title: SURGERY, low_pack_level: 12 },
      ],
      study_groups: [{ name: 'Fosfomycin' }, { name: 'Nitrofurantoin' }],
      trial_strata: [
        {
          name: 'Infection',
          description: 'Recurrent: two or more in the last six months, or three in the last twelve.',
          trial_stratum_options: [{ name: 'First or isolated' }, { name: 'Recurrent' }],
        },
      ],
    }),
    grants: [
      { account: 'coordinator', role: 'Trial administrator' },
      { account: 'nurse', role: 'Site user', sites: [HOSPITAL] },
      { account: 'pharmacist', role: 'Site user', sites: [HOSPITAL, CENTRE], has_study_packs_access: true },
      { account: 'blinded-nurse', role: 'Site user', sites: [HOSPITAL], blinding: 'whole' },
      { account: 'monitor', role: 'Trial viewer' },
    ],
    packs: [
      { ...ACTIVE, batch_id: 'CED-A', prefix: 'CA', packs_each: 9, expire_on: day(-20) },
      { ...ACTIVE, batch_id: 'CED-B', prefix: 'CB', packs_each: 20, expire_on: day(250), sites: [HOSPITAL, CENTRE] },
      // About to expire, and the surgery's stock is low.
      { ...ACTIVE, batch_id: 'CED-D', prefix: 'CD', packs_each: 3, expire_on: day(17) },
      { ...ACTIVE, batch_id: 'CED-E', prefix: 'CE', packs_each: 3, expire_on: day(250), sites: [SURGERY] },
      { batch_id: 'CED-C', prefix: 'CC', packs_each: 8, status: 'inactive', duration: 10, expire_on: day(520) },
    ],
    start: { status: 'started', at: moment(day(-230), 0), reason: 'Packs of batch CED-A have reached the three sites' },
    participants: madeUpParticipants(calendar, {
      from: -230,
      to: 0,
      count: 60,
      sites: { [HOSPITAL]: 0.45, [CENTRE]: 0.33, [SURGERY]: 0.22 },
      strata: { Infection: { 'First or isolated': 0.7, Recurrent: 0.3 } },
      prefixes: { [HOSPITAL]: 'STA', [CENTRE]: 'NOR', [SURGERY]: 'ASH' },
    }),
  }
}
