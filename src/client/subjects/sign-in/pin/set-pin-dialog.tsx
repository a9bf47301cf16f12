import { pinFault } from '#domain/this-device/pin'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { busy } from '../../../browser/busy'
import { deviceUnlock } from '../../../device/unlock/device-unlock'
import { Dialog } from '../../../ui/dialog'
import { toastSuccess } from '../../../ui/toasts'
import { PinPad } from './pin-pad'
import { PIN_ENDS, PIN_FAULTS, PIN_NOT_SET, PIN_PURPOSE, PINS_DIFFER } from './pin-words'

type SetPinDialogProps = { name: string; isChange: boolean; onClose: () => void }

/** Asks for a new PIN twice, and sets it. */
export function SetPinDialog({ name, isChange, onClose }: SetPinDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={isChange ? 'Change the PIN for this tablet' : 'Set a PIN for this tablet'}>
      <SetPin name={name} onClose={onClose} />
    </Dialog>
  )
}

function SetPin({ name, onClose }: Omit<SetPinDialogProps, 'isChange'>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useEffect(() => busy.hold('form'), [])

  const begin = (why: string | null) => {
    setChosen(null)
    setPin('')
    setError(why)
  }
  const save = async () => {
    setIsSaving(true)
    const isSet = await deviceUnlock.set(pin, name).catch(() => false)
    setIsSaving(false)
    if (!isSet) return begin(PIN_NOT_SET)
    toastSuccess('PIN set for this tablet')
    onClose()
  }
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    const fault = pinFault(pin)
    if (fault !== null) return setError(PIN_FAULTS[fault])
    if (chosen !== null) return pin === chosen ? void save() : begin(PINS_DIFFER)
    setChosen(pin)
    setPin('')
    setError(null)
  }
  return (
    <form onSubmit={goOn}>
      <Stack gap="md">
        <Text>
          {PIN_PURPOSE} {PIN_ENDS}
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
            {chosen === null ? 'Continue' : 'Set PIN'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
