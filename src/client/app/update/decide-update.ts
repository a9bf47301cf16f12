/** What is known when a new version of the app has to be judged. Times in milliseconds of the device's clock. */
export type UpdateSituation = {
  /** `waiting`: installed beside the running one. `taken_over`: another tab has already moved the device to it. */
  newVersion: 'none' | 'waiting' | 'taken_over'
  /** Whether the person has touched this page since it was loaded. */
  interacted: boolean
  /** A form is dirty, a wizard or a dialog is open, or something was typed on this page. */
  engaged: boolean
  /** A request that writes is under way. */
  sending: boolean
  /** Until when the person said "Later". */
  postponedUntil: number
  now: number
}

/**
 * Whether to move this page to the new version by itself, to offer it, or to leave things alone. Nothing that a
 * person has begun is lost, and no tab is reloaded because of another (src/specification/offline.md#updates).
 */
export function decideUpdate(situation: UpdateSituation): 'nothing' | 'apply' | 'offer' {
  const { newVersion, interacted, engaged, sending, postponedUntil, now } = situation
  if (newVersion === 'none') return 'nothing'
  if (now < postponedUntil) return 'nothing'
  if (newVersion === 'taken_over') return 'offer'
  if (sending) return 'offer'
  return interacted && engaged ? 'offer' : 'apply'
}

/** How long "Later" holds. */
export const postponement = 2 * 60 * 60 * 1000
