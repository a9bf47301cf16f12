import { FLAG_STATUSES } from '#domain/participants/participant'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { TRIAL_ACTION_NAMES } from '#domain/people/trial-action'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { id, instant, repeated, searchText } from './fields'
import { signedIn } from './needs'

/** The most records of a kind that a search finds. */
export const MAX_FOUND = 5

/** The most records that a caller may name as recent. */
export const MAX_RECENT = 20

/** What can be found: records by their id, and actions by the id of their trial. */
export const FOUND_KINDS = ['participant', 'study_pack', 'trial', 'user', 'audit_log', ...TRIAL_ACTION_NAMES] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

const recordName = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:${FOUND_KINDS.join('|')})-[1-9][0-9]{0,14}$`), 'Must be a kind and an ID, as in trial-5'),
)

const inTrial = v.strictObject({ id, title: v.string() })
const foundParticipant = { id, trial_sequence_no: id, participant_id: v.nullable(v.string()) }

const found = v.strictObject({
  participants: v.array(
    v.strictObject({
      ...foundParticipant,
      trial: inTrial,
      created_at: instant,
      flag_status: v.strictObject({ name: v.picklist(FLAG_STATUSES) }),
    }),
  ),
  study_packs: v.array(
    v.strictObject({
      id,
      pack_id: v.string(),
      study_pack_status_id: v.picklist(STUDY_PACK_STATUSES.map((status) => status.id)),
      trial: inTrial,
      participant: v.nullable(v.strictObject(foundParticipant)),
    }),
  ),
  acts: v.array(v.strictObject({ name: v.picklist(TRIAL_ACTION_NAMES), trial: inTrial })),
  trials: v.array(v.strictObject({ ...inTrial.entries, trial_status_id: id })),
  /** For those who manage users, anybody with their address; for others, the people of their trials by name. */
  users: v.array(v.strictObject({ id, name: v.string(), email: v.nullable(v.string()), trial: v.nullable(inTrial) })),
  audit_logs: v.array(v.strictObject({ id, created_at: instant, description: v.string() })),
  /** The kinds of which there are more than are listed. */
  has_more: v.array(v.picklist(['participants', 'study_packs', 'acts', 'trials', 'users'])),
})
export type Found = v.InferOutput<typeof found>

export const searchEverything = endpoint({
  method: 'GET',
  path: 'search',
  summary:
    'Find participants, study packs, trials, users, audit entries and actions, each as far as the viewer may list it',
  needs: signedIn,
  query: {
    /** Part of an ID, name or title, or a whole number. Without it, only what is named as recent is found, and a few trials. */
    q: searchText,
    /** What the caller opened last, as `participant-12`: where it matches, it comes first. */
    recent: repeated(recordName, MAX_RECENT),
  },
  status: 200,
  response: found,
})
