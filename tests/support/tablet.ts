import type { Page } from 'playwright-core'

export type Role = Parameters<Page['getByRole']>[0]

/**
 * Somebody at a tablet, whichever browser it has: what a scenario does and sees that is to be the same in all of them. Every wait
 * ends when the thing is there, or fails when patience is over.
 */
export type Tablet = {
  opens: (path: string) => Promise<void>
  /** Another tab of the same browser. */
  opensTab: (path: string) => Promise<Tablet>
  reloads: () => Promise<void>
  /** Waits until the app is stored on this device, and loads the page again: from there, by the service worker. */
  reloadsFromTheDevice: () => Promise<void>
  presses: (name: string, role?: Role) => Promise<void>
  /** Presses a button of the dialog that is open. */
  pressesInDialog: (name: string) => Promise<void>
  /** Writes into a field, by its label. */
  fills: (label: string, text: string) => Promise<void>
  /** Whether it stands there now, to be seen. */
  isThere: (role: Role, name: string) => Promise<boolean>
  sees: (text: string | RegExp) => Promise<void>
  seesNot: (text: string | RegExp) => Promise<void>
  /** What a function finds out on the page. */
  evaluates: <Value>(find: (argument: string) => Value | Promise<Value>, argument: string) => Promise<Value>
  /** Errors on the console that must come of what is done on purpose. Firefox tells its console of no call that fails. */
  expectsError: (pattern: RegExp) => void
  /** Errors on the console that may come or not, and why that is not certain. */
  allowsError: (pattern: RegExp, because: string) => void
}

/** What a browser runs on each page before anything of the page itself: there it may differ from other browsers. */
export type Preload = (() => void) | string

/** A tablet with what it stores, which outlives its browser. */
export type Device = {
  /** Starts its browser, unless it runs already; one with preloads is to be started again. */
  switchOn: (...preloads: readonly Preload[]) => Promise<Tablet>
  /** Closes it in order. Throws where a page complained about anything that was not expected. */
  switchOff: () => Promise<void>
  /** The browser ends at once, whatever it is doing, as when the battery is empty. */
  die: () => Promise<void>
  /** Switches it off and forgets what it stored: switched on again, it is as new. */
  scrap: () => Promise<void>
}

/** A tablet whose browser runs already, which can be given nothing to run first any more. */
export const withoutPreloads = (tablet: Tablet, preloads: readonly Preload[]): Tablet => {
  if (preloads.length > 0) throw new Error('it is switched on already')
  return tablet
}
