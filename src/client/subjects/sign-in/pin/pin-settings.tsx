import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ServerButton } from '../../../device/offline/server-button'
import { canHavePin, deviceUnlock, usePin } from '../../../device/unlock/device-unlock'
import { toastSuccess } from '../../../ui/toasts'
import { NO_PIN_POSSIBLE, PIN_ENDS, PIN_PURPOSE } from './pin-words'
import { SetPinDialog } from './set-pin-dialog'

/** The PIN of this person on this tablet: to set, change or remove. */
export function PinSettings({ name }: { name: string }) {
  const { state } = usePin()
  const [isOpen, { open, close }] = useDisclosure()
  const isSet = state === 'set'
  const remove = async () => {
    await deviceUnlock.remove()
    toastSuccess('PIN removed from this tablet')
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby="pin-of-this-tablet" maw="36rem">
      <Title order={3} id="pin-of-this-tablet">
        PIN for this tablet
      </Title>
      <Text>
        {PIN_PURPOSE} {PIN_ENDS}
      </Text>
      {canHavePin() ? (
        <Group gap="xs">
          <ServerButton action="setPin" variant="default" onClick={open}>
            {isSet ? 'Change PIN' : 'Set PIN'}
          </ServerButton>
          {isSet && (
            <Button variant="default" onClick={() => void remove()}>
              Remove PIN
            </Button>
          )}
        </Group>
      ) : (
        <Text c="dimmed">{NO_PIN_POSSIBLE}</Text>
      )}
      {isOpen && <SetPinDialog name={name} isChange={isSet} onClose={close} />}
    </Stack>
  )
}
