import type { Preload, Tablet } from '../tablet'

/** A browser without service workers, as in private windows. */
export const NO_WORKER: Preload = () => {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
}

/**
 * A clock that can be set. A worker would have its own clock here, unlike on a tablet, so such a browser must have
 * none.
 */
export const OWN_CLOCK: Preload = () => {
  const TrueDate = Date
  // An empty page has no storage to read.
  const isPage = location.protocol.startsWith('http')
  const now = () => TrueDate.now() + (isPage ? Number(localStorage.getItem('tablet-clock-ahead-ms') ?? 0) : 0)
  const construct = (made: DateConstructor, reported: unknown[], as: typeof TrueDate): object =>
    Reflect.construct(made, reported.length === 0 ? [now()] : reported, as)
  globalThis.Date = new Proxy(TrueDate, {
    construct,
    apply: () => new TrueDate(now()).toString(),
    get: (of, name) => (name === 'now' ? now : Reflect.get(of, name)),
  })
}

/** Sets that clock this many milliseconds ahead of the time of day. */
export const setsClock = (tablet: Tablet, ahead_ms: number): Promise<void> =>
  tablet.evaluates((ahead) => localStorage.setItem('tablet-clock-ahead-ms', ahead), String(ahead_ms))
