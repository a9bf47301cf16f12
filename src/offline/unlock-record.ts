import type { OfflineUnlockEvent, UnlockWay } from '#domain/this-device/unlock-ways'

/** The cost of stretching a PIN by Argon2id. */
export type StretchCost = { memory_kib: number; passes: number }

/** The fields of each way, beside those that all ways have. */
export type WayContents = {
  /** `tried_at` is when the last try was counted, by this device's clock. */
  pin: { cost: StretchCost; tries_left: number; tried_at?: number }
  passkey: { credential_id: Uint8Array<ArrayBuffer> }
}

/** The secret that a PIN or a passkey opens, for one person on this device. It lives as long as their session. */
export type UnlockRecord<Way extends UnlockWay = UnlockWay> = {
  sub: string
  /** The id of the session that it lives with. */
  session: string
  /** Shown on the locked page. */
  name: string
  salt: Uint8Array<ArrayBuffer>
  /** Cannot be read out of the browser. */
  device_key: CryptoKey
  /** The person's outbox key, wrapped. */
  wrapped: string
} & WayContents[Way]

/** An event of a PIN or a passkey, until the server has recorded it. It survives the sign-out. */
export type UnlockEvent = {
  /** A UUID, the idempotency key of its report. */
  id: string
  sub: string
  event: OfflineUnlockEvent
  /** The session in which the device was unlocked; absent for other events. */
  session?: string
  /** Milliseconds since the epoch by this device's clock. */
  performed_at: number
  wrong_tries: number
}
