/** The situation in which an update is decided. Times in milliseconds of the device's clock. */
export type UpdateSituation = {
  /** `waiting`: installed beside the running one. `taken_over`: another tab has activated it on this device. */
  newVersion: 'none' | 'waiting' | 'taken_over'
  /** Whether the person has touched this page since it was loaded. */
  interacted: boolean
  /** A form was changed, a wizard or a dialog is open, or the person typed on this page. */
  engaged: boolean
  /** A write is in progress. */
  sending: boolean
  /** The end of the person's "Later". */
  postponedUntil: number
  now: number
}

/**
 * Whether to update this page at once, to offer the update, or to do nothing. Nothing that a person has begun is lost, and no
 * tab is reloaded because of another (src/specification/offline.md#updates).
 */
export function decideUpdate(situation: UpdateSituation): 'nothing' | 'apply' | 'offer' {
  const { newVersion, interacted, engaged, sending, postponedUntil, now } = situation
  if (newVersion === 'none') return 'nothing'
  if (now < postponedUntil) return 'nothing'
  if (newVersion === 'taken_over') return 'offer'
  if (sending) return 'offer'
  return interacted && engaged ? 'offer' : 'apply'
}

/** How long "Later" lasts. */
export const postponement = 2 * 60 * 60 * 1000
