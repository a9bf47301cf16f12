import { FLAG_STATUSES } from '#domain/participants/participant'
import { SITE_REQUIRED } from '#domain/trials/site'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import {
  exactObject,
  id,
  idempotencyKey,
  idInAddress,
  instant,
  listOf,
  optionalText,
  order,
  page,
  pageSize,
  requiredText,
  searchText,
  undo,
} from './fields'
import { sentInstant } from './sent-instant'
import { inTrial, aboutParticipant, underLock } from './needs'
import { PARTICIPANT_TOUCHES, TRIAL_TOUCHES } from './touches'

const shownStudyGroup = v.strictObject({ name: v.string(), is_blinded: v.boolean() })
const studyPack = v.strictObject({ id, pack_id: v.string(), study_pack_status_id: id })

export const participant = v.strictObject({
  id,
  trial_sequence_no: id,
  created_at: instant,
  participant_id: v.nullable(v.string()),
  /** The group; in lists of a factorial trial both factors' groups, in one line. */
  study_group: shownStudyGroup,
  /** In lists of a factorial trial: the group of each factor, empty for viewers who see none. */
  study_groups: v.optional(v.array(shownStudyGroup)),
  site: v.strictObject({ id, title: v.string() }),
  study_pack: v.nullable(studyPack),
  /** In lists of a factorial trial: the pack of each factor. */
  study_packs: v.optional(v.array(studyPack)),
  /** Only for viewers who may see stratum answers. */
  strata: v.optional(v.array(v.strictObject({ stratum: v.string(), option: v.string() }))),
  flag_status: v.strictObject({ name: v.picklist(FLAG_STATUSES) }),
  /** True where a flag removed the participant from the counts of an urn or a minimisation; otherwise absent. */
  is_counted_out: v.optional(v.literal(true)),
  participant_flags: v.array(
    v.strictObject({
      id,
      created_at: instant,
      performed_at: v.nullable(instant),
      /** Whether the device's time was impossible, so that `performed_at` is the server's. */
      clock_uncertain: v.boolean(),
      flagged_by_user: v.strictObject({ id, name: v.string() }),
      flag_status: v.strictObject({ name: v.picklist(FLAG_STATUSES) }),
      comment: v.string(),
    }),
  ),
  is_unblinded: v.boolean(),
})
export type Participant = v.InferOutput<typeof participant>

const ofTrial = { trial_id: idInAddress }

export const listParticipants = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/participants',
  summary: 'List a trial’s participants at the viewer’s sites',
  needs: inTrial('viewTrial'),
  parameters: ofTrial,
  query: {
    page,
    page_size: pageSize([1]),
    /** No column that depends on the study group: the order of rows would reveal a hidden column. */
    sort: v.optional(
      v.picklist(['sequence', 'date', 'participant_id'], 'Must be sequence, date or participant_id'),
      'sequence',
    ),
    order: order('desc'),
    q: searchText,
    flag_status: v.optional(v.picklist(FLAG_STATUSES)),
    site_id: v.optional(idInAddress),
  },
  status: 200,
  response: listOf(participant),
  is_versioned: true,
})

export const getParticipant = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/participants/{participant_id}',
  summary: 'Read one participant',
  needs: aboutParticipant('viewTrial'),
  parameters: { ...ofTrial, participant_id: idInAddress },
  status: 200,
  response: participant,
  is_versioned: true,
})

const participants = v.strictObject({ data: v.array(participant) })

export const siteToRandomiseAt = v.pipe(v.number(SITE_REQUIRED), id)
export const participantStrata = v.optional(
  v.pipe(v.array(exactObject({ trial_stratum_id: id, trial_stratum_option_id: id })), v.maxLength(100)),
  [],
)

export const randomiseParticipant = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/participants',
  summary: 'Randomise a participant',
  needs: underLock('randomise'),
  parameters: ofTrial,
  body: exactObject({
    site_id: siteToRandomiseAt,
    participant_id: optionalText(100),
    approve_duplicate: v.optional(v.boolean(), false),
    participant_strata: participantStrata,
  }),
  status: 201,
  touches: TRIAL_TOUCHES,
  response: participants,
  errors: [
    'site_not_permitted',
    'trial_not_started',
    'sample_size_reached',
    'site_deleted',
    'site_not_opened',
    'site_full',
    'stratum_full',
    'participant_id_duplicate',
    'list_used_up',
    'no_study_pack_available',
  ],
})

/** The outcome of a randomisation whose answer was lost. */
const outcome = v.variant('outcome', [
  v.strictObject({ outcome: v.literal('randomised'), data: v.array(participant) }),
  v.strictObject({ outcome: v.literal('nothing_happened') }),
])
export type RandomisationOutcome = v.InferOutput<typeof outcome>

export const settleRandomisation = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/participants/outcome',
  summary: 'Read the outcome of a randomisation by its key, or close the key permanently',
  needs: inTrial('randomise'),
  parameters: ofTrial,
  body: exactObject({ idempotency_key: idempotencyKey }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: outcome,
})

export const COMMENT_MISSING = 'Please enter a comment'

export const flagParticipant = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/participants/{participant_id}/flag',
  summary: 'Flag or unflag a participant: switch the state, or set the one requested',
  needs: aboutParticipant('flagParticipant', { to_see: 'viewTrial' }),
  parameters: { ...ofTrial, participant_id: idInAddress },
  body: exactObject({
    comment: requiredText(2000, COMMENT_MISSING),
    flag_status: v.nullish(v.picklist(FLAG_STATUSES, 'Must be Flagged or Unflagged'), null),
    /** When the person acted, by the clock of the device. */
    performed_at: v.nullish(sentInstant, null),
    undo,
  }),
  status: 200,
  touches: PARTICIPANT_TOUCHES,
  response: participant,
  errors: ['flag_state_unchanged', 'not_undone'],
})
