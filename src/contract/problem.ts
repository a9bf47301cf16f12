import * as v from 'valibot'

const conflictingPack = v.object({
  id: v.number(),
  pack_id: v.string(),
  study_pack_status_id: v.number(),
  last_log: v.nullable(
    v.object({
      created_at: v.string(),
      actioned_by_user: v.nullable(v.object({ id: v.number(), name: v.string() })),
      action: v.string(),
      comment: v.string(),
      is_day_only: v.optional(v.boolean()),
    }),
  ),
})

/** A study pack whose status forbids the action, with its last event. */
export type ConflictingPack = v.InferOutput<typeof conflictingPack>

const duplicateParticipant = v.object({
  trial_sequence_no: v.number(),
  created_at: v.string(),
  participant_id: v.string(),
  site: v.object({ id: v.number(), title: v.string() }),
})

/** A participant who has the same ID, at a site that the viewer reaches; never with a study group. */
export type DuplicateParticipant = v.InferOutput<typeof duplicateParticipant>

/** A fault in a list that is accepted whole or not at all: the row, counted from 1, its column, and a message. */
export const rowFault = v.object({ row: v.number(), column: v.string(), message: v.string() })
export type RowFault = v.InferOutput<typeof rowFault>

/** The body of an error answer (RFC 9457, `application/problem+json`). */
export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  message: v.string(),
  code: v.string(),
  request_id: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  duplicate_warning_type: v.optional(v.picklist(['Warn', 'Block', 'PUT'])),
  duplicates: v.optional(v.array(duplicateParticipant)),
  packs: v.optional(v.array(conflictingPack)),
  rows: v.optional(v.array(rowFault)),
})

export type Problem = v.InferOutput<typeof problem>
