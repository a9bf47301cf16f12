import { useStore } from '../../device/store'
import { deviceLock } from './device-lock'

/** Whether the session of this device is locked. */
export const useIsLocked = (): boolean => useStore(deviceLock.isLocked)
