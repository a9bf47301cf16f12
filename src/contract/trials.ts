import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import * as v from 'valibot'
import { endpoint, MAX_LIST_BYTES } from './endpoint'
import {
  date,
  exactObject,
  id,
  idInAddress,
  instant,
  listOf,
  order,
  page,
  pageSize,
  repeated,
  reason,
  searchText,
} from './fields'
import { savedTrialForm } from './saved-trial-form'
import { trialForm, trialFormAnswer } from './trial-form'
import { inSystem, inTrial, signedIn, toPerform } from './needs'
import { TRIAL_TOUCHES } from './touches'

/** The home page requests all active trials at once. */
export const HOME_PAGE_SIZE = 1000

const statusKeys = TRIAL_STATUSES.map(({ key }) => key)

export const trialSummary = v.strictObject({
  id,
  title: v.string(),
  created_at: instant,
  started_on: v.nullable(date),
  ended_on: v.nullable(date),
  end_on: date,
  trial_status_id: id,
  trial_status: v.strictObject({ id, name: v.string() }),
  sample_size: v.number(),
  num_sampled: v.number(),
  is_blinded_whole: v.boolean(),
  is_blinded_partial: v.boolean(),
  selected_timezone: v.string(),
})
export type TrialSummary = v.InferOutput<typeof trialSummary>

/** A study group as the viewer may see it: viewers who see labels get its label alone. */
const shownStudyGroup = v.strictObject({
  id: v.optional(id),
  name: v.string(),
  label: v.optional(v.nullable(v.string())),
  weight: v.optional(v.number()),
  factorial_level: v.optional(v.nullable(v.number())),
  /** For viewers who see the groups and the settings: how many participants it may have. */
  max_participants: v.optional(v.nullable(v.number())),
  /** For viewers who see the open balance: it gets no more participants, because it has all that it may have; otherwise absent. */
  is_closed_at_cap: v.optional(v.literal(true)),
  is_blinded: v.boolean(),
})

export const site = v.strictObject({
  id,
  title: v.string(),
  is_deleted: v.boolean(),
  low_pack_level: v.optional(v.nullable(v.number())),
  /** How many participants there may be at most; null without a cap. */
  max_participants: v.optional(v.nullable(v.number())),
  /** When and by whom the site was opened, where the trial opens its sites one by one; null before. */
  opened_at: v.optional(v.nullable(instant)),
  opened_by: v.optional(v.nullable(v.strictObject({ id, name: v.string() }))),
})

const stratum = v.strictObject({
  id,
  name: v.string(),
  description: v.nullable(v.string()),
  /** Only for viewers who may see a trial's block sizes. */
  minimisation_weight: v.optional(v.number()),
  trial_stratum_options: v.array(
    v.strictObject({
      id,
      name: v.string(),
      max_participants: v.optional(v.nullable(v.number())),
      /** Only for viewers who see the study groups: the ratio of participants with this option; null: that of the groups. */
      ratio: v.optional(v.nullable(v.string())),
    }),
  ),
})

export const trial = v.strictObject({
  ...trialSummary.entries,
  is_managing_packs: v.boolean(),
  is_site_managing_packs: v.boolean(),
  is_confirmable: v.boolean(),
  is_dispense_checked: v.boolean(),
  least_active_packs: v.number(),
  is_opening_sites: v.boolean(),
  is_unblinding_reauthenticated: v.boolean(),
  is_participant_id_used: v.boolean(),
  is_participant_id_required: v.boolean(),
  participant_id_label: v.nullable(v.string()),
  participant_id_description: v.nullable(v.string()),
  randomisation_method: v.strictObject({ title: v.string() }),
  allocation_method: v.strictObject({ title: v.string() }),
  study_groups: v.array(shownStudyGroup),
  sites: v.array(site),
  trial_strata: v.array(stratum),
  contact: v.nullable(v.string()),
  commitment: v.string(),
  /** The start nonce, only for viewers who may see the ledger. */
  nonce_hex: v.optional(v.nullable(v.string())),
  /** When the seed was first revealed, null before; only for viewers who may see the ledger. */
  seed_revealed_at: v.optional(v.nullable(instant)),
  /** Every other field of the form, for viewers who may see the trial's settings. */
  ...v.partial(trialFormAnswer).entries,
})
export type Trial = v.InferOutput<typeof trial>

const ofTrial = { trial_id: idInAddress }

export const listTrials = endpoint({
  method: 'GET',
  path: 'trials',
  summary: 'List the trials that the user may see',
  needs: signedIn,
  query: {
    page,
    page_size: pageSize([HOME_PAGE_SIZE]),
    q: searchText,
    status: repeated(v.picklist(statusKeys)),
    sort: v.optional(v.picklist(['id', 'title'], 'Must be id or title'), 'id'),
    order: order('asc'),
  },
  status: 200,
  response: listOf(trialSummary),
  is_versioned: true,
})

export const getTrial = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}',
  summary: 'Read one trial, as the viewer may see it',
  needs: inTrial('viewTrial'),
  parameters: ofTrial,
  status: 200,
  response: trial,
  is_versioned: true,
})

export const createTrial = endpoint({
  method: 'POST',
  path: 'trials',
  summary: 'Create a trial, with its secret and the commitment to it',
  needs: toPerform(inSystem('createTrial')),
  body: trialForm,
  max_body_bytes: MAX_LIST_BYTES,
  status: 201,
  touches: ['trials'],
  response: trial,
  // The trial whose design was copied into the form; it is audited and changes nothing else.
  query: { copied_from: v.optional(idInAddress) },
})

export const updateTrial = endpoint({
  method: 'PUT',
  path: 'trials/{trial_id}',
  summary: 'Save all settings of a trial',
  needs: toPerform(inTrial('editTrial')),
  parameters: ofTrial,
  body: savedTrialForm,
  max_body_bytes: MAX_LIST_BYTES,
  status: 200,
  touches: TRIAL_TOUCHES,
  response: trial,
  errors: [
    'blinded',
    'trial_not_editable',
    'trial_changed_meanwhile',
    'strata_locked',
    'design_locked',
    'renaming_not_confirmed',
  ],
})

export const changeTrialStatus = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/status',
  summary: 'Change the status of a trial',
  needs: toPerform(inTrial('changeTrialStatus')),
  parameters: ofTrial,
  body: exactObject({
    trial_status_id: v.picklist(
      TRIAL_STATUSES.map((status) => status.id),
      'Please choose a status',
    ),
    reason,
  }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: trial,
  errors: ['status_change_not_allowed', 'design_not_confirmed'],
})

const packCounts = v.strictObject(Object.fromEntries(STUDY_PACK_STATUSES.map(({ key }) => [key, v.number()])))

/**
 * The number of active packs that can be allocated today, in the trial's zone: those before their last possible allocation
 * date. Where sites manage their packs, none at a deleted site or at no site.
 */
const allocatable = v.number()

export const statistics = v.strictObject({
  study_groups: v.array(
    v.strictObject({
      id: v.optional(id),
      name: v.string(),
      /** The factor of a factorial trial to which the group belongs, for viewers who see group names. */
      factorial_level: v.optional(v.number()),
      count: v.number(),
    }),
  ),
  sites: v.array(v.strictObject({ id, title: v.string(), count: v.number() })),
  trial_strata: v.array(
    v.strictObject({
      id,
      name: v.string(),
      options: v.array(v.strictObject({ id, name: v.string(), count: v.number() })),
    }),
  ),
  study_packs: v.array(
    v.strictObject({
      site: v.nullable(v.strictObject({ id, title: v.string() })),
      counts: packCounts,
      allocatable,
      study_groups: v.optional(v.array(v.strictObject({ id, name: v.string(), counts: packCounts, allocatable }))),
    }),
  ),
  recruitment: v.array(v.strictObject({ date, count: v.number() })),
  /** The recruitment of each participating site; all sites have an equal share of the sample size. */
  site_courses: v.array(
    v.strictObject({
      id,
      title: v.string(),
      count: v.number(),
      /** Participants of the last 28 days. */
      recent: v.number(),
      /** The site's first day; null before it may randomise. */
      since: v.nullable(date),
      /** How many its share expects by today; null without a plan. */
      expected: v.nullable(v.number()),
      /** How many it is likely to have at the planned end, and the 80% interval; null where nothing can be forecast. */
      forecast: v.nullable(v.strictObject({ count: v.number(), least: v.number(), most: v.number() })),
    }),
  ),
  /** The number of flagged participants, who do not count towards the sample size. */
  flagged_left_out: v.number(),
})
export type TrialStatistics = v.InferOutput<typeof statistics>

export const getTrialStatistics = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/statistics',
  summary: 'Read a trial’s statistics for the sites and groups that the viewer may see',
  needs: inTrial('viewTrial'),
  parameters: ofTrial,
  status: 200,
  response: v.strictObject({ statistics }),
  is_versioned: true,
})
