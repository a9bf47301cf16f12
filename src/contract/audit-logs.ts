import { AUDIT_KIND_NAMES } from '#domain/audit/audit-kind'
import * as v from 'valibot'
import { endpoint, none, nothing } from './endpoint'
import { date, id, idInAddress, instant, listOf, page, pageSize, repeated, requiredText, searchText } from './fields'
import { inSystem } from './needs'

const person = v.strictObject({ id, name: v.string() })
const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const auditReview = v.strictObject({
  id,
  created_at: instant,
  reviewed_by_user: person,
  /** Null where the viewer is blinded in the trial and somebody else wrote it: it may name the group. */
  finding: v.nullable(v.string()),
})

/** Of so many users, participants and packs each, at most, an entry in a list names the pages. */
export const MOST_LISTED_SUBJECTS = 10

/** Whom and what an entry is about, as far as its words and changes tell the viewer. */
const subjects = v.strictObject({
  users: v.array(person),
  participants: v.array(v.strictObject({ id, trial_sequence_no: id })),
  study_packs: v.array(v.strictObject({ id, pack_id: v.string() })),
})

/** An entry of the audit log as one person may read it. */
export const auditLog = v.strictObject({
  id,
  created_at: instant,
  /** Null for what the service did by itself. */
  user: v.nullable(person),
  trial_id: v.nullable(id),
  description: v.string(),
  is_type_user_change: v.boolean(),
  is_type_randomisation: v.boolean(),
  is_type_unblinded: v.boolean(),
  is_type_trial_change: v.boolean(),
  is_type_flagged: v.boolean(),
  kind: v.picklist(AUDIT_KIND_NAMES),
  /** In which role it was done. */
  role: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** The first of them in a list, all of them where the entry was asked for by itself. */
  changes: v.array(v.strictObject({ field: v.string(), old: value, new: value })),
  changes_total: v.number(),
  /** Whether what could tell study groups, weights or blocks is kept from the viewer; the same for most entries of the kind. */
  is_cut: v.boolean(),
  /**
   * Whether the viewer is told of an act on packs by its day in the trial's zone, as its noon in UTC, and its kind alone: whoever did
   * it saw more of the groups, so `user` and `role` are null too.
   */
  is_day_only: v.boolean(),
  /** A few of them in a list, all of them where the entry was asked for by itself. */
  subjects,
  reviews: v.array(auditReview),
})
export type AuditLog = v.InferOutput<typeof auditLog>

/** The most matches that are counted: a list of more says so and is narrowed rather than turned to its end. */
export const MOST_COUNTED = 10_000

/** So many changes of an entry a list carries at most: an entry about thousands of packs has thousands of them. */
export const MOST_LISTED_CHANGES = 50

const day = v.optional(date)

export const listAuditLogs = endpoint({
  method: 'GET',
  path: 'audit-logs',
  summary: 'List the audit entries that the viewer may read, newest first',
  needs: inSystem('viewAuditLogs'),
  query: {
    page,
    page_size: pageSize(),
    /** Words of the description (the last may be begun only), a part of the name of who did it, or of the kind of action. */
    q: searchText,
    user_id: v.optional(idInAddress),
    trial_id: v.optional(idInAddress),
    /** A participant's sequence number. */
    participant: v.optional(idInAddress),
    /** The id that stands on the pack. */
    pack_id: searchText,
    /** The first and the last day, in the viewer's time zone, UTC where they have none. */
    from: day,
    to: day,
    kind: repeated(v.picklist(AUDIT_KIND_NAMES)),
  },
  status: 200,
  response: v.strictObject({
    ...listOf(auditLog).entries,
    /** Whether there are more matches than `total`, which then is the most that are counted. */
    has_more: v.boolean(),
  }),
  errors: ['forbidden'],
  parameters: none,
  body: nothing,
})

export const getAuditLog = endpoint({
  method: 'GET',
  path: 'audit-logs/{audit_log_id}',
  summary: 'Read one audit entry with every change',
  needs: inSystem('viewAuditLogs'),
  parameters: { audit_log_id: idInAddress },
  status: 200,
  response: auditLog,
  errors: ['forbidden'],
  query: none,
  body: nothing,
})

/**
 * Told with what every check came to, and in the e-mail about a wrong entry: always and to everybody, or it would tell whether there
 * are such trials.
 */
export const NOT_CHECKED =
  'This check does not cover protected trials in which you have no permission. The service checks those every night.'

const wrongEntry = v.strictObject({
  /** Null where the last entries of a chain are missing, or its end is not what it says. */
  id: v.nullable(id),
  trial_id: v.nullable(id),
  /** Which entry of its chain it is or should be, from 1. */
  position: v.number(),
  fault: v.picklist(['altered', 'missing', 'reordered', 'added', 'chain_altered']),
})

export const checkAuditLogs = endpoint({
  method: 'POST',
  path: 'audit-logs/check',
  saves_nothing: true,
  summary: 'Check the audit log that the viewer may read, and name the first wrong entry of each chain',
  needs: inSystem('viewAuditLogs'),
  status: 200,
  response: v.strictObject({
    /** How many entries were found right: of a chain that is wrong, those before the first that is. */
    checked: v.number(),
    first_wrong: v.nullable(wrongEntry),
    /** The first wrong entry of every other chain that is wrong. */
    others_wrong: v.array(wrongEntry),
  }),
  errors: ['forbidden'],
  parameters: none,
  query: none,
  body: nothing,
})

export const reviewAuditLog = endpoint({
  method: 'POST',
  path: 'audit-logs/{audit_log_id}/reviews',
  summary: 'Mark an audit entry as reviewed, with a finding',
  needs: inSystem('viewAuditLogs'),
  parameters: { audit_log_id: idInAddress },
  body: v.strictObject({ finding: requiredText(2000, 'Please enter a finding') }),
  status: 201,
  response: auditLog,
  errors: ['forbidden'],
  query: none,
})
