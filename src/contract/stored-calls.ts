import { FLAG_STATUSES } from '#domain/participants/participant'
import type { DeviceActionKind } from '#domain/this-device/device-action'
import * as v from 'valibot'

/**
 * The calls that may wait on a device, one for each kind of action (src/specification/offline.md#what-may-wait). The compiler
 * holds the list and the two tables of the same kinds complete: `DEVICE_ACTION_KINDS`, `offline/offline-actions.ts` and `client/device/outbox/sendable-actions.ts`.
 */
const STORED_CALLS = {
  flag: v.object({
    kind: v.literal('flag'),
    parameters: v.object({ trial_id: v.string(), participant_id: v.string() }),
    body: v.object({
      comment: v.string(),
      flag_status: v.picklist(FLAG_STATUSES),
      performed_at: v.string(),
    }),
  }),
  dispense: v.object({
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
} satisfies Record<DeviceActionKind, v.GenericSchema>

type StoredCalls = { [Kind in keyof typeof STORED_CALLS]: v.InferOutput<(typeof STORED_CALLS)[Kind]> }

export type StoredKind = keyof StoredCalls

/** The call of an action of one kind, or of any; complete: it is sent unchanged, however often. */
export type StoredCall<Kind extends StoredKind = StoredKind> = {
  [One in Kind]: { kind: One; parameters: StoredCalls[One]['parameters']; body: StoredCalls[One]['body'] }
}[Kind]

export const storedCall = v.variant('kind', Object.values(STORED_CALLS))

export const storedKind = v.picklist(Object.values(STORED_CALLS).map(({ entries }) => entries.kind.literal))

/**
 * The change of lists by an accepted action. It is stored as the receipt of a done action, so that an older list can be
 * shown with it.
 */
export const actionEffect = v.object({
  flag_status: v.optional(v.picklist(FLAG_STATUSES)),
  /** The ids of study packs. */
  dispensed: v.optional(v.array(v.number())),
})

export type ActionEffect = v.InferOutput<typeof actionEffect>
