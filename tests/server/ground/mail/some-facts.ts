import type { MonthlyFigures } from '#domain/reports/monthly-report'
import { NO_PERMISSION, type EffectivePermission } from '#domain/people/permissions'
import type {
  LetterFacts,
  LowStockFacts,
  NamedGroup,
  RandomisedFacts,
} from '../../../../src/server/ground/db/message-facts'

const DEED = {
  trial: { id: 12, title: 'Amlodipine or indapamide', selected_timezone: 'Pacific/Auckland' },
  at: '2026-11-21T05:03:00.000Z',
  by: 'Amara Hughes',
}
const SITE = { id: 3, title: 'Northern General' }

export const AMLODIPINE = { name: 'Amlodipine', label: 'Tablet X' }
export const INDAPAMIDE = { name: 'Indapamide', label: 'Tablet Y' }

export const randomisedTo = (...groups: NamedGroup[]): RandomisedFacts & { groups: NamedGroup[] } => ({
  ...DEED,
  kind: 'randomisation',
  site: SITE,
  trial_sequence_no: 41,
  participant_id_label: 'Screening number',
  participant_id: 'NG-0041',
  pack_ids: [],
  groups,
  strata: [{ stratum: 'Sex', option: 'Female' }],
})

const COMMITMENT = 'c0'.repeat(32)
const STATUS = { ...DEED, from: 'Started', to: 'Paused', reason: 'Stock is being recounted', commitment: null }
const ABOUT = { ...DEED, site: SITE, trial_sequence_no: 41 }

export const LOW_AT_SITE: LowStockFacts = { ...DEED, kind: 'low_stock', site: SITE, active: 3, level: 4 }
export const LOW_IN_ALL: LowStockFacts = { ...DEED, kind: 'low_stock', active: 9, level: 10 }

const FIGURES: MonthlyFigures = {
  randomised: 4,
  total: 31,
  sample_size: 120,
  expected: 36,
  planned_end: '2027-12-31',
  forecast: { on: '2028-01-20', earliest: '2027-11-02', latest: '2028-05-11' },
  flagged: 1,
  unblinded: 0,
  errors: 2,
  packs: 44,
  sites: [{ title: SITE.title, randomised: 4, total: 31, last_on: '2026-10-30' }],
}

export const EVERY_KIND: readonly LetterFacts[] = [
  randomisedTo(AMLODIPINE),
  { ...STATUS, kind: 'trial_status' },
  { ...STATUS, kind: 'trial_completion', to: 'Finished' },
  { ...DEED, kind: 'reopening_requested', reason: 'Two sites still recruit' },
  { ...DEED, kind: 'site_opened', site: SITE, reason: 'The contract is signed' },
  { ...DEED, kind: 'seed_revealed', reason: 'The trial is over', commitment: COMMITMENT },
  { ...DEED, kind: 'ledger_head', head: 'd1'.repeat(32) },
  { ...ABOUT, kind: 'unblinding', reason: 'Bleeding, the surgeon has to know' },
  { ...ABOUT, kind: 'inadvertent_unblinding' },
  { ...ABOUT, kind: 'randomisation_error', error: 'Wrong stratum' },
  { ...DEED, kind: 'protected_access', person: 'Grace Okafor', role: 'Trial viewer' },
  { ...DEED, kind: 'sign_in_changed', person: 'Grace Okafor', change: 'address' },
  { ...DEED, kind: 'study_packs_missing', site: SITE },
  {
    ...DEED,
    kind: 'packs_missing_after_change',
    site: SITE,
    changes: [{ at: DEED.at, by: 'Marco Bellini', action: 'deactivate', packs: 18, reason: 'Recount' }],
  },
  LOW_AT_SITE,
  { ...DEED, kind: 'list_running_out', stratum: 'Northern General, Female', places_left: 5 },
  { ...DEED, kind: 'cap_near', news: 'near', of: 'site', site: SITE, option: null, count: 36, most: 40 },
  { ...DEED, kind: 'waiting_list', site: SITE, waiting: 3 },
  { ...DEED, kind: 'monthly_report', month: '2026-10', figures: FIGURES },
]

export const FIRST_START: LetterFacts = {
  ...STATUS,
  kind: 'trial_status',
  from: 'Planning',
  to: 'Started',
  commitment: COMMITMENT,
}

const at = (level: number, blinding: Partial<EffectivePermission> = {}): EffectivePermission => ({
  ...NO_PERMISSION,
  role: { level, title: '', context: 'trial' },
  ...blinding,
})

/** Readers at level 2, except for the one who sees strata. */
export const READERS = {
  unblinded: at(2),
  investigator: at(3),
  'partly blinded': at(2, { is_blinded_partial: true }),
  blinded: at(2, { is_blinded_whole: true }),
  'blinded investigator': at(3, { is_blinded_whole: true }),
} as const
