/** After how many minutes without a touch a device may be locked; a person chooses it for each device. */
export const LOCK_AFTER_MINUTES = [5, 10, 15, 30, 60] as const

/** Minutes, or never. */
export type LockAfter = (typeof LOCK_AFTER_MINUTES)[number] | 'never'

const DEFAULT_LOCK_AFTER: LockAfter = 15

/** What was chosen on this device, as it is stored; the default where nothing that holds is. */
export const readLockAfter = (stored: string | null): LockAfter =>
  stored === 'never' ? stored : (LOCK_AFTER_MINUTES.find((minutes) => String(minutes) === stored) ?? DEFAULT_LOCK_AFTER)
