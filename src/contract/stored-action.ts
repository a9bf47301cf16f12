import { FLAG_STATUSES } from '#domain/participants/participant'
import * as v from 'valibot'
import { raisedTo } from './stored-action-versions'

/*
 * What a device keeps of an action until the server has answered it. Actions outlive updates: what was stored by an older
 * version is read by these schemas too, so a field is added as optional, and none is ever taken away or renamed.
 */

/** The version that items are stored in now. */
export const STORED_ACTION_VERSION = 4

/** The last version that stored items in clear, readable by whoever has the device. */
export const OPEN_TO_ALL_VERSIONS = 3

/**
 * The calls that an action becomes: the two things that may be done while the server is away
 * (src/specification/offline.md#what-may-wait).
 */
const call = v.variant('kind', [
  v.object({
    kind: v.literal('flag'),
    parameters: v.object({ trial_id: v.string(), participant_id: v.string() }),
    body: v.object({
      comment: v.string(),
      flag_status: v.picklist(FLAG_STATUSES),
      performed_at: v.string(),
    }),
  }),
  v.object({
    kind: v.literal('dispense'),
    parameters: v.object({ trial_id: v.string() }),
    body: v.object({
      study_pack_id: v.nullable(v.number()),
      study_pack_ids: v.nullable(v.array(v.number())),
      comment: v.string(),
      confirmation_code: v.nullable(v.string()),
      performed_at: v.string(),
    }),
  }),
])

/** The call that an action becomes, whole: it is sent as it stands here, however often. */
export type StoredCall = v.InferOutput<typeof call>

/**
 * What the server said with a refusal besides its words: what a program branches on, and for each study pack that stood against
 * it, who did what to it last and when. Their reason is not stored: other people's comments have no place on a device.
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

/** What is kept of a refusal. */
export const storedRefusal = (answer: StoredRefusal): StoredRefusal => v.parse(refusal, answer)

/** A study pack by its id and by what is printed on it. */
const namedPack = v.object({ id: v.number(), pack_id: v.string() })

const storedAction = v.object({
  /** Also the key under which it is sent. */
  id: v.string(),
  version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(STORED_ACTION_VERSION)),
  author: v.object({ sub: v.string(), name: v.string() }),
  trial: v.object({ id: v.number(), title: v.string() }),
  kind: v.picklist(['flag', 'dispense']),
  /** What it is about, such as `participant:12`: one action at a time for each. */
  targets: v.array(v.string()),
  /** What people read of it. */
  label: v.string(),
  /** The packs of a dispense of several, by what is printed on them; absent where that is not known. */
  packs: v.optional(v.array(namedPack)),
  /** When the person did it, by the clock of this device. */
  performed_at: v.string(),
  /** Null once the server has said yes: nothing more is kept of it than that it was done, and the receipt. */
  call: v.nullable(call),
  /**
   * What the server has said yes to, as far as a list that is older than its yes has to be shown with it; absent of what is not done,
   * of a dispense, whose targets say as much, and of what a page done with before it was kept. What is done is never written again, so
   * that no older page takes it away.
   */
  receipt: v.optional(v.object({ flag_status: v.picklist(FLAG_STATUSES) })),
  /** The session in which its author did it or last released it: only in this one it is sent. Absent of what was stored in clear. */
  session: v.optional(v.string()),
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
    }),
  ),
})

export type StoredAction = v.InferOutput<typeof storedAction>

const asOfNow = raisedTo(STORED_ACTION_VERSION)

/** A stored action, or null where a newer version wrote it or it is damaged: it is kept, shown as unreadable, never sent. */
export const readStoredAction = (stored: unknown): StoredAction | null => {
  const parsed = v.safeParse(storedAction, asOfNow(stored))
  return parsed.success ? parsed.output : null
}
