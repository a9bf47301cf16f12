import { isWholePin, pinFault } from '#domain/this-device/pin'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useBusyWhile } from '../../../browser/busy'
import { deviceUnlock } from '../../../device/unlock/device-unlock'
import { unlockFaultOf } from '../../../device/unlock/unlock-fault'
import { toastSuccess } from '../../../ui/toasts'
import { PinPad } from './pin-pad'
import { NO_PIN, PIN_FAULTS, PINS_DIFFER } from './pin-words'
import { purposeOf, WAY_WORDS } from './unlock-words'

/** Asks for a new PIN twice, and sets it. */
export function SetPin({ name, onClose }: { name: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useBusyWhile('form', true)

  const begin = (message: string | null) => {
    setChosen(null)
    setPin('')
    setError(message)
  }
  const save = async () => {
    setIsSaving(true)
    const outcome = await deviceUnlock.setPin(pin, name).catch(unlockFaultOf)
    setIsSaving(false)
    if (outcome !== 'set') return begin(NO_PIN[outcome])
    toastSuccess(WAY_WORDS.pin.isSet)
    onClose()
  }
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const fault = pinFault(pin)
    if (fault !== null) {
      // A complete PIN leaves no room for the digits of another one.
      if (isWholePin(pin)) setPin('')
      return setError(PIN_FAULTS[fault])
    }
    if (chosen !== null) return pin === chosen ? void save() : begin(PINS_DIFFER)
    setChosen(pin)
    setPin('')
    setError(null)
  }
  return (
    <form onSubmit={goOn}>
      <Stack gap="md">
        <Text>
          {purposeOf(['pin'])} {WAY_WORDS.pin.ends}
        </Text>
        <PinPad
          label={chosen === null ? 'New PIN' : 'Enter the new PIN again'}
          description="6 digits"
          error={error}
          pin={pin}
          isDisabled={isSaving}
          onChange={(typed) => {
            setPin(typed)
            setError(null)
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {chosen === null ? 'Continue' : WAY_WORDS.pin.set}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
