/**
 * Whole seconds since the device was touched last, in whichever tab, of what is stored of that; null where nothing is. With it the
 * server tells requests that the app makes by itself from those of a person. A touch to come, after the clock was put back, is now.
 */
export const idleSeconds = (storedTouch: string | null, now: number): number | null => {
  const touched = storedTouch === null ? Number.NaN : Number(storedTouch)
  return Number.isFinite(touched) ? Math.max(0, Math.floor((now - touched) / 1000)) : null
}
