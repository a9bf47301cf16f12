import type { Page } from 'playwright-core'

export type Role = Parameters<Page['getByRole']>[0]

/**
 * A person at a tablet with any browser: acts and sights that a scenario needs in all of them. Every wait ends when the
 * element is there, or fails at the time limit.
 */
export type Tablet = {
  opens: (path: string) => Promise<void>
  /** Another tab of the same browser. */
  opensTab: (path: string) => Promise<Tablet>
  reloads: () => Promise<void>
  /** Waits until the app is stored on this device, and reloads the page from there, through the service worker. */
  reloadsFromTheDevice: () => Promise<void>
  presses: (name: string, role?: Role) => Promise<void>
  /** Presses a button of the open dialog. */
  pressesInDialog: (name: string) => Promise<void>
  /** Writes into a field, by its label. */
  fills: (label: string, text: string) => Promise<void>
  /** Whether the element is visible now. */
  isThere: (role: Role, name: string) => Promise<boolean>
  sees: (text: string | RegExp) => Promise<void>
  seesNot: (text: string | RegExp) => Promise<void>
  /** The result of a function that runs on the page. */
  evaluates: <Value>(find: (argument: string) => Value | Promise<Value>, argument: string) => Promise<Value>
  /** Console errors that an intended act must cause. Firefox logs no failed calls. */
  expectsError: (pattern: RegExp) => void
  /** Console errors that may occur, and the reason why that is not certain. */
  allowsError: (pattern: RegExp, because: string) => void
}

/** Code that a browser runs on each page before the page's own, to make it differ from other browsers. */
export type Preload = (() => void) | string

/** A tablet and its stored data, which outlive its browser. */
export type Device = {
  /** Starts its browser, unless it runs already. One with preloads must be restarted. */
  switchOn: (...preloads: readonly Preload[]) => Promise<Tablet>
  /** Closes it normally. Throws where a page made an unexpected complaint. */
  switchOff: () => Promise<void>
  /** Ends the browser at once, as when the battery is empty. */
  die: () => Promise<void>
  /** Switches it off and deletes its data: switched on again, it is as new. */
  scrap: () => Promise<void>
}

/** A tablet whose browser runs already, so preloads come too late. */
export const withoutPreloads = (tablet: Tablet, preloads: readonly Preload[]): Tablet => {
  if (preloads.length > 0) throw new Error('it is switched on already')
  return tablet
}
