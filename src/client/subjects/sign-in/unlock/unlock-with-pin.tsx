import { isWholePin } from '#domain/this-device/pin'
import { Button, Stack } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { deviceUnlock, useUnlockView } from '../../../device/unlock/device-unlock'
import { unlockFaultOf } from '../../../device/unlock/unlock-fault'
import { PinPad } from './pin-pad'
import { PIN_FAULTS, pinTries, wrongPin } from './pin-words'
import { NOT_UNLOCKED } from './unlock-words'

/** Opens the locked tablet by its person's PIN, while the server cannot be reached. */
export function UnlockWithPin() {
  const { tries_left } = useUnlockView()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isChecking, setIsChecking] = useState(false)

  const unlock = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWholePin(pin)) return setError(PIN_FAULTS.incomplete)
    setIsChecking(true)
    const outcome = await deviceUnlock.unlock(pin).catch((error: unknown) => ({ fault: unlockFaultOf(error) }))
    setIsChecking(false)
    setPin('')
    if (outcome === 'wrong') setError(wrongPin(deviceUnlock.view.get().tries_left))
    else setError(typeof outcome === 'object' ? NOT_UNLOCKED[outcome.fault] : null)
  }
  return (
    <form onSubmit={(event) => void unlock(event)}>
      <Stack gap="sm">
        <PinPad
          label="PIN for this tablet"
          description={pinTries(tries_left)}
          error={error}
          pin={pin}
          isDisabled={isChecking}
          onChange={(typed) => {
            setPin(typed)
            setError(null)
          }}
        />
        <Button
          type="submit"
          size="lg"
          loading={isChecking}
          leftSection={<IconLockOpen size={20} aria-hidden="true" />}
        >
          Unlock
        </Button>
      </Stack>
    </form>
  )
}
