/**
 * Whole seconds since the device was last touched in any tab, by the stored touch; null without one. By them the server tells
 * requests of the app itself from a person's. A touch in the future, after the clock was put back, counts as now.
 */
export const idleSeconds = (storedTouch: string | null, now: number): number | null => {
  const touched = storedTouch === null ? Number.NaN : Number(storedTouch)
  return Number.isFinite(touched) ? Math.max(0, Math.floor((now - touched) / 1000)) : null
}
