/** The events of offline unlock that a device reports, once each. */
export const OFFLINE_UNLOCK_EVENTS = [
  'pin_set',
  'pin_removed',
  'unlocked',
  'locked_out',
  'wrong_pins',
  'passkey_set',
  'passkey_removed',
  'unlocked_with_passkey',
] as const
export type OfflineUnlockEvent = (typeof OFFLINE_UNLOCK_EVENTS)[number]

type WayEvents = { set: OfflineUnlockEvent; removed: OfflineUnlockEvent; unlocked: OfflineUnlockEvent }

/** The ways to unlock a device without network (decisions 0071 and 0089), each with its reported events. */
const WAYS = {
  pin: { set: 'pin_set', removed: 'pin_removed', unlocked: 'unlocked' },
  passkey: { set: 'passkey_set', removed: 'passkey_removed', unlocked: 'unlocked_with_passkey' },
} as const satisfies Record<string, WayEvents>

export type UnlockWay = keyof typeof WAYS

/** In the order in which they are offered. */
export const UNLOCK_WAYS: readonly UnlockWay[] = ['pin', 'passkey']

export const wayEvents = (way: UnlockWay): WayEvents => WAYS[way]

/** Whether an event opened the device without the server. */
export const opensOffline = (event: OfflineUnlockEvent): boolean =>
  UNLOCK_WAYS.some((way) => WAYS[way].unlocked === event)

/** Whether an event sets a way, which needs a fresh sign-in. */
export const setsUnlockWay = (event: OfflineUnlockEvent): boolean => UNLOCK_WAYS.some((way) => WAYS[way].set === event)
