import type { Page } from 'playwright-core'

export type Role = Parameters<Page['getByRole']>[0]

/**
 * Somebody at a tablet, whichever browser it has: what a scenario does and sees that is to be the same in all of them. Every wait
 * ends when the thing is there, or fails when patience is over.
 */
export type Tablet = {
  opens: (path: string) => Promise<void>
  reloads: () => Promise<void>
  /** Waits until the app is stored on this device, and loads the page again: from there, by the service worker. */
  reloadsFromTheDevice: () => Promise<void>
  presses: (name: string, role?: Role) => Promise<void>
  /** Writes into a field, by its label. */
  fills: (label: string, text: string) => Promise<void>
  /** Whether it stands there now, to be seen. */
  isThere: (role: Role, name: string) => Promise<boolean>
  sees: (text: string | RegExp) => Promise<void>
  seesNot: (text: string | RegExp) => Promise<void>
  /** What a function finds out on the page. */
  evaluates: <Value>(find: (argument: string) => Value | Promise<Value>, argument: string) => Promise<Value>
  /** Errors on the console that may come of what is done on purpose; not every browser tells each of them. */
  allowsError: (pattern: RegExp) => void
}

/** A tablet with what it stores, which outlives its browser. */
export type Device = {
  /** Starts its browser, unless it runs already. */
  switchOn: () => Promise<Tablet>
  /** Closes it in order. Throws where a page complained about anything that was not expected. */
  switchOff: () => Promise<void>
  /** The browser ends at once, whatever it is doing, as when the battery is empty. */
  die: () => Promise<void>
  /** Switches it off and forgets what it stored. */
  scrap: () => Promise<void>
}
