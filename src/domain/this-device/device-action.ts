/** The kinds of actions that a device stores until the server has answered. */
export const DEVICE_ACTION_KINDS = ['flag', 'dispense'] as const
export type DeviceActionKind = (typeof DEVICE_ACTION_KINDS)[number]

/**
 * The states of an action on a device that did not take effect:
 * - `unsent`: it has waited for longer than an hour, for its person or for the server
 * - `refused`: the server refused it, and its person has not decided yet
 * - `lost`: the browser lost it before it was sent
 * - `discarded`: its person discarded it
 * - `corrected`: its person sent another action in its place; nothing remains to be done
 */
export const DEVICE_ACTION_STATES = ['unsent', 'refused', 'lost', 'discarded', 'corrected'] as const
export type DeviceActionState = (typeof DEVICE_ACTION_STATES)[number]

/** The states of an action about which something remains to be done. */
export const OPEN_DEVICE_ACTION_STATES = DEVICE_ACTION_STATES.filter((state) => state !== 'corrected')

/** How long an action may wait, in milliseconds, before other people should be told. */
export const WAITS_UNHEARD_FOR_MS = 60 * 60 * 1000
