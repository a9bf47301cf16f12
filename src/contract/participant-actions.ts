import { RANDOMISATION_ERRORS } from '#domain/participants/randomisation-error'
import { FLAG_STATUSES } from '#domain/participants/participant'
import { PARTICIPANT_PACK_EVENTS } from '#domain/study-packs/study-pack-actions'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, instant, optionalText, REQUIRED, requiredText } from './fields'
import { COMMENT_MISSING } from './participants'
import { inTrial, aboutParticipant } from './needs'
import { PARTICIPANT_TOUCHES } from './touches'

/* Actions on a participant after the draw. None of them changes the draw. */

const ofParticipant = { trial_id: idInAddress, participant_id: idInAddress }

const person = v.strictObject({ id, name: v.string() })

const comment = requiredText(2000, COMMENT_MISSING)

export const unblindParticipant = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/participants/{participant_id}/unblind',
  summary: 'Disclose a participant’s study group to a blinded user, record this and notify the team',
  needs: aboutParticipant('unblind'),
  parameters: ofParticipant,
  /** `confirms_many`: the person has seen the warning that they unblinded many recently, and continues. */
  body: exactObject({ comment, confirms_many: v.optional(v.boolean()) }),
  status: 200,
  touches: PARTICIPANT_TOUCHES,
  response: v.strictObject({
    trial_sequence_no: id,
    /** The group by its real name; in a factorial trial both factors' groups, in one line. */
    study_group: v.strictObject({ name: v.string() }),
  }),
  errors: ['not_blinded', 'many_unblinded'],
  asks_fresh_sign_in: 'sometimes',
})

export const recordInadvertentUnblinding = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/participants/{participant_id}/inadvertent-unblinding',
  summary: 'Record that a study group became known by accident, and notify the trial administrators',
  needs: aboutParticipant('recordInadvertentUnblinding'),
  parameters: ofParticipant,
  body: exactObject({ comment }),
  status: 201,
  touches: PARTICIPANT_TOUCHES,
  response: v.strictObject({ id, created_at: instant, recorded_by_user: person, comment: v.string() }),
})

const stratumAnswers = v.pipe(
  v.array(exactObject({ trial_stratum_id: id, trial_stratum_option_id: id })),
  v.minLength(1, REQUIRED),
  v.maxLength(100, 'At most 100 strata'),
)

/** One side of an error: words, or for a wrong stratum the answers at these strata. */
const side = v.nullish(v.union([stratumAnswers, optionalText(2000)], sideFault), null)

/** The message for faulty words, rather than one about the union. */
function sideFault({ input, issues }: v.UnionIssue<v.BaseIssue<unknown>>): string {
  const inWords = typeof input === 'string' ? issues?.find(({ kind }) => kind === 'validation') : undefined
  return inWords?.message ?? 'Must be text or a list of stratum answers'
}

const randomisationErrorKind = v.picklist(
  RANDOMISATION_ERRORS.map(({ kind }) => kind),
  'Must be an available kind of error',
)

export const recordRandomisationError = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/participants/{participant_id}/errors',
  summary: 'Record that a participant was randomised in error. The allocation does not change',
  needs: aboutParticipant('recordRandomisationError'),
  parameters: ofParticipant,
  body: exactObject({ kind: randomisationErrorKind, comment, as_used: side, corrected: side }),
  status: 201,
  touches: PARTICIPANT_TOUCHES,
  response: v.strictObject({
    id,
    created_at: instant,
    recorded_by_user: person,
    kind: randomisationErrorKind,
    comment: v.string(),
    as_used: side,
    corrected: side,
  }),
})

/** The kinds of events in a participant's history. */
const HISTORY_KINDS = [
  'randomised',
  'study_pack_allocated',
  ...PARTICIPANT_PACK_EVENTS,
  'flagged',
  'unflagged',
  'unblinded',
  'inadvertent_unblinding',
  'randomised_in_error',
] as const

const historyEntry = v.strictObject({
  /** When the server recorded it. */
  at: instant,
  /** When the person acted, where they acted offline. */
  performed_at: v.nullable(instant),
  /** Whether the device's time was impossible, so that `performed_at` is the server's. */
  clock_uncertain: v.boolean(),
  /** Null where only the day is shown. */
  by: v.nullable(person),
  kind: v.picklist(HISTORY_KINDS),
  text: v.string(),
  /** True where the viewer sees only the day and the kind: `at` is noon UTC of that day. */
  is_day_only: v.optional(v.boolean()),
})
export type HistoryEntry = v.InferOutput<typeof historyEntry>

export const getParticipantHistory = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/participants/{participant_id}/history',
  summary: 'Read a participant’s history, as far as the viewer may see it',
  needs: aboutParticipant('viewTrial'),
  parameters: ofParticipant,
  status: 200,
  response: v.strictObject({ data: v.array(historyEntry) }),
  is_versioned: true,
})

/**
 * The version of a snapshot, as its ETag has it between quotes: the number of a change, its identifier, and a code of the
 * viewer's sites.
 */
export const snapshotVersion = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{16}$/, 'Must be the version of a snapshot'),
)

export const listedParticipants = v.array(
  v.strictObject({
    id,
    trial_sequence_no: id,
    participant_id: v.nullable(v.string()),
    site_id: id,
    flag_status: v.strictObject({ name: v.picklist(FLAG_STATUSES) }),
  }),
)

export const getParticipantsSnapshot = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/participants/snapshot',
  summary: 'Read the participants that a device may save: all, or those changed since a version',
  needs: inTrial('viewTrial'),
  parameters: { trial_id: idInAddress },
  /** The version of the list that the caller has, from its ETag. */
  query: { since: v.optional(snapshotVersion) },
  status: 200,
  response: v.strictObject({
    data: listedParticipants,
    /**
     * Where it is present, `data` has only the participants that changed since this version; no other changed or was removed.
     */
    since: v.optional(snapshotVersion),
  }),
  is_versioned: true,
})
