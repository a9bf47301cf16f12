/** After how many minutes without a touch a device is locked; a person chooses for each device. */
export const LOCK_AFTER_MINUTES = [5, 10, 15, 30, 60] as const

/** Minutes, or never. */
export type LockAfter = (typeof LOCK_AFTER_MINUTES)[number] | 'never'

const DEFAULT_LOCK_AFTER: LockAfter = 15

/** The choice stored on this device; the default where it is missing or invalid. */
export const readLockAfter = (stored: string | null): LockAfter =>
  stored === 'never' ? stored : (LOCK_AFTER_MINUTES.find((minutes) => String(minutes) === stored) ?? DEFAULT_LOCK_AFTER)
