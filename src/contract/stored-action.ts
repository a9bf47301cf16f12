import * as v from 'valibot'
import { actionEffect, storedCall, storedKind } from './stored-calls'

/*
 * The action that a device stores until the server has answered. Actions outlive updates: from the first release on, these
 * schemas must parse items of older versions.
 */

/** The version that items are stored in. */
export const STORED_ACTION_VERSION = 1 as const

/**
 * The details of a server's refusal: its code, and for each conflicting study pack its last event. The reason in that event is
 * not stored: other people's comments do not belong on a device.
 */
const refusal = v.object({
  code: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
  retry_after_s: v.optional(v.number()),
  packs: v.optional(
    v.array(
      v.object({
        id: v.number(),
        pack_id: v.string(),
        study_pack_status_id: v.number(),
        last_log: v.nullable(
          v.object({
            created_at: v.string(),
            actioned_by_user: v.nullable(v.object({ id: v.number(), name: v.string() })),
            action: v.string(),
            is_day_only: v.optional(v.boolean()),
          }),
        ),
      }),
    ),
  ),
})

export type StoredRefusal = v.InferOutput<typeof refusal>

/** The stored part of a refusal. */
export const storedRefusal = (answer: StoredRefusal): StoredRefusal => v.parse(refusal, answer)

/** A study pack by its id and its printed ID. */
const namedPack = v.object({ id: v.number(), pack_id: v.string() })

const storedAction = v.object({
  /** Also its idempotency key. */
  id: v.string(),
  version: v.literal(STORED_ACTION_VERSION),
  author: v.object({ sub: v.string(), name: v.string() }),
  trial: v.object({ id: v.number(), title: v.string() }),
  kind: storedKind,
  /** The records that it is about, such as `participant:12`. One action at a time is sent for each. */
  targets: v.array(v.string()),
  /** Its description for people. */
  label: v.string(),
  /** The packs of a dispense of several, by their printed IDs; absent where unknown. */
  packs: v.optional(v.array(namedPack)),
  /** When the person acted, by the clock of this device. */
  performed_at: v.string(),
  /** Null once the server has accepted it: only the receipt stays. */
  call: v.nullable(storedCall),
  /** Present once it is done. */
  receipt: v.optional(actionEffect),
  /** The session in which its author did or last released it, the only one in which it is sent. */
  session: v.string(),
  state: v.picklist(['waiting', 'sending', 'held', 'attention', 'done', 'discarded']),
  attempts: v.number(),
  due_at: v.number(),
  notes: v.array(
    v.object({
      at: v.number(),
      event: v.picklist([
        'stored',
        'sent',
        'accepted',
        'unanswered',
        'abandoned',
        'signed_out',
        'signed_in',
        'refused',
        'corrected',
        'discarded',
        'released',
      ]),
      words: v.nullable(v.string()),
      refusal: v.optional(refusal),
      /** The page of a firewall was the answer. */
      isFirewall: v.optional(v.literal(true)),
    }),
  ),
})

export type StoredAction = v.InferOutput<typeof storedAction>

/**
 * Parses a stored action; null where a newer version wrote it or it is damaged. Such an item stays stored, is shown as
 * unreadable, and is never sent.
 */
export const readStoredAction = (stored: unknown): StoredAction | null => {
  const parsed = v.safeParse(storedAction, stored)
  return parsed.success ? parsed.output : null
}
