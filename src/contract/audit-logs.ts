import { AUDIT_KIND_NAMES } from '#domain/audit/audit-kind'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import {
  date,
  id,
  idInAddress,
  instant,
  listOf,
  order,
  page,
  pageSize,
  repeated,
  requiredText,
  searchText,
} from './fields'
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

/** The most users, participants and packs each that a listed entry names as links. */
export const MAX_LISTED_SUBJECTS = 10

/** The users, participants and packs of an entry that its description and changes show the viewer. */
const subjects = v.strictObject({
  users: v.array(person),
  participants: v.array(v.strictObject({ id, trial_sequence_no: id })),
  study_packs: v.array(v.strictObject({ id, pack_id: v.string() })),
})

/** An entry of the audit log as one person may read it. */
export const auditLog = v.strictObject({
  id,
  created_at: instant,
  /** Null for automatic actions of the service. */
  user: v.nullable(person),
  trial_id: v.nullable(id),
  description: v.string(),
  is_type_user_change: v.boolean(),
  is_type_randomisation: v.boolean(),
  is_type_unblinded: v.boolean(),
  is_type_trial_change: v.boolean(),
  is_type_flagged: v.boolean(),
  kind: v.picklist(AUDIT_KIND_NAMES),
  /** The role in which the user acted. */
  role: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  /** The first changes in a list, all of them where the entry is requested alone. */
  changes: v.array(v.strictObject({ field: v.string(), old: value, new: value })),
  changes_total: v.number(),
  /** Whether fields that could reveal study groups, weights or blocks are withheld; the same for most entries of the kind. */
  is_cut: v.boolean(),
  /**
   * Whether the viewer gets only the day and the kind of an action on packs, as noon UTC of the day in the trial's zone. The
   * person who acted saw more of the groups, so `user` and `role` are null too.
   */
  is_day_only: v.boolean(),
  /** A few subjects in a list, all of them where the entry is requested alone. */
  subjects,
  reviews: v.array(auditReview),
})
export type AuditLog = v.InferOutput<typeof auditLog>

/** The most matches that are counted: a longer list sets `has_more` and has to be narrowed. */
export const MAX_COUNTED = 10_000

/** The most changes of an entry in a list: an entry about thousands of packs has thousands of them. */
export const MAX_LISTED_CHANGES = 50

const day = v.optional(date)

export const listAuditLogs = endpoint({
  method: 'GET',
  path: 'audit-logs',
  summary: 'List the audit entries that the viewer may read, newest first unless asked otherwise',
  needs: inSystem('viewAuditLogs'),
  query: {
    page,
    page_size: pageSize(),
    /** The time alone: who acted, and on what, may be withheld from the reader, and an order would show it. */
    sort: v.optional(v.picklist(['date'], 'Must be date'), 'date'),
    order: order('desc'),
    /** Words of the description (the last may be a beginning), or part of the user's name or of the kind. */
    q: searchText,
    user_id: v.optional(idInAddress),
    trial_id: v.optional(idInAddress),
    /** A participant's sequence number. */
    participant: v.optional(idInAddress),
    /** The ID printed on the pack. */
    pack_id: searchText,
    /** The first and the last day, in the viewer's time zone, or UTC where they have none. */
    from: day,
    to: day,
    kind: repeated(v.picklist(AUDIT_KIND_NAMES)),
    review_status: v.optional(v.picklist(['reviewed', 'unreviewed'])),
  },
  status: 200,
  response: v.strictObject({
    ...listOf(auditLog).entries,
    /** Whether there are more matches than `total`, which then is `MAX_COUNTED`. */
    has_more: v.boolean(),
  }),
})

export const getAuditLog = endpoint({
  method: 'GET',
  path: 'audit-logs/{audit_log_id}',
  summary: 'Read one audit entry with every change',
  needs: inSystem('viewAuditLogs'),
  parameters: { audit_log_id: idInAddress },
  status: 200,
  response: auditLog,
})

/**
 * Shown with the result of every check and in the email about a wrong entry, to everybody: otherwise it would reveal whether
 * such trials exist.
 */
export const NOT_CHECKED =
  'This check does not cover protected trials in which you have no permission. The service checks those every night.'

const wrongEntry = v.strictObject({
  /** Null where the last entries of a chain are missing, or its stored end is wrong. */
  id: v.nullable(id),
  trial_id: v.nullable(id),
  /** The position of the entry in its chain, from 1. */
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
    /** How many entries are right: of a wrong chain, those before its first wrong entry. */
    checked: v.number(),
    first_wrong: v.nullable(wrongEntry),
    /** The first wrong entry of every other chain that is wrong. */
    others_wrong: v.array(wrongEntry),
  }),
})

export const reviewAuditLog = endpoint({
  method: 'POST',
  path: 'audit-logs/{audit_log_id}/reviews',
  summary: 'Mark an audit entry as reviewed, with a finding',
  needs: inSystem('viewAuditLogs'),
  parameters: { audit_log_id: idInAddress },
  body: v.strictObject({ finding: requiredText(2000, 'Please enter a finding') }),
  status: 201,
  touches: ['audit-logs/*'],
  response: auditLog,
})
