import { NativeSelect } from '@mantine/core'
import { deviceLock } from '../../../session/lock/device-lock'
import { LOCK_AFTER_MINUTES, readLockAfter } from '../../../session/lock/lock-due'
import { useStore } from '../../../browser/store'

/**
 * The time without a touch after which this device is locked. It depends on the device's place, so it applies to this
 * device only, at once.
 */
export function LockAfterField() {
  const lockAfter = useStore(deviceLock.lockAfter)
  return (
    <NativeSelect
      label="Lock this tablet after"
      description="This applies to everyone who uses this tablet."
      maw="20rem"
      value={String(lockAfter)}
      data={CHOICES}
      onChange={(event) => deviceLock.choose(readLockAfter(event.currentTarget.value))}
    />
  )
}

const CHOICES = [
  ...LOCK_AFTER_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
  { value: 'never', label: 'Never' },
]
