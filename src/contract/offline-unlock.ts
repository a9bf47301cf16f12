import { PIN_TRIES } from '#domain/this-device/pin'
import { OFFLINE_UNLOCK_EVENTS } from '#domain/this-device/unlock-ways'
import * as v from 'valibot'
import { endpoint, noBody } from './endpoint'
import { exactObject, REQUIRED } from './fields'
import { signedIn } from './needs'
import { sentInstant } from './sent-instant'

/** An event of the PIN or passkey of this person's tablet, without the PIN or passkey or anything derived from them. */
const offlineUnlockReport = exactObject({
  device_id: v.pipe(v.string(REQUIRED), v.uuid('Must be a UUID')),
  event: v.picklist(OFFLINE_UNLOCK_EVENTS, `Must be one of ${OFFLINE_UNLOCK_EVENTS.join(', ')}`),
  /** When it happened, by the device's clock. */
  performed_at: sentInstant,
  /** The session in which the device was unlocked; absent for other events. The event may be reported in a later one. */
  session_id: v.optional(v.pipe(v.string(REQUIRED), v.uuid('Must be a UUID'))),
  /** How many wrong PINs came right before it. */
  wrong_tries: v.pipe(
    v.number(REQUIRED),
    v.integer('Must be a whole number'),
    v.minValue(0, 'Must be 0 or more'),
    v.maxValue(PIN_TRIES, `Must be ${PIN_TRIES} or less`),
  ),
})
export type OfflineUnlockReport = v.InferOutput<typeof offlineUnlockReport>

/**
 * The event's id is the idempotency key, so that it is recorded once. Setting a way is reported before it takes effect, and
 * needs a fresh sign-in (decision 0071).
 */
export const reportOfflineUnlock = endpoint({
  method: 'POST',
  path: 'auth/me/offline-unlocks',
  summary: 'Report a PIN or passkey that the user set, removed or used on a device, or wrong PINs',
  needs: signedIn,
  body: offlineUnlockReport,
  status: 204,
  touches: [],
  asks_fresh_sign_in: 'sometimes',
  response: noBody,
})
