/** The kinds of actions that a device stores until the server has answered. */
export const DEVICE_ACTION_KINDS = ['flag', 'dispense'] as const
export type DeviceActionKind = (typeof DEVICE_ACTION_KINDS)[number]

/**
 * What a device reports of an action that did not take effect:
 * - `unsent`: it has waited for longer than an hour, for its person or for the server
 * - `refused`: the server refused it, and its person has not decided yet
 * - `lost`: the browser lost it before it was sent
 * - `discarded`: its person gave it up
 * - `corrected`: its person sent another action in its place; nobody needs to do anything more
 */
export const DEVICE_ACTION_STATES = ['unsent', 'refused', 'lost', 'discarded', 'corrected'] as const
export type DeviceActionState = (typeof DEVICE_ACTION_STATES)[number]

/** How long an action may wait, in milliseconds, before somebody else should hear of it. */
export const WAITS_UNHEARD_FOR_MS = 60 * 60 * 1000
