import { useStore } from '../../browser/store'
import { deviceLock } from './device-lock'

/** Whether the session of this device is locked. */
export const useIsLocked = (): boolean => useStore(deviceLock.isLocked)
