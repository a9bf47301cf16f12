import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import * as v from 'valibot'
import { deviceStorage, STORED, type DeviceStorage } from '../../../browser/device-storage'
import { useIsAway } from '../../../device/offline/use-connection'
import { canHavePin, usePin } from '../../../device/unlock/device-unlock'
import { useSession } from '../../../session/this-session'
import { PIN_ENDS, PIN_PURPOSE } from './pin-words'
import { SetPinDialog } from './set-pin-dialog'

const storage = deviceStorage(() => localStorage)

/** Offers a PIN on a tablet where its person has none, until they set one or decline. */
export function PinOffer({ name }: { name: string }) {
  const { state } = usePin()
  const { session } = useSession()
  const isAway = useIsAway()
  const [isDeclined, setIsDeclined] = useState(() => session !== null && hasDeclinedPin(storage, session.sub))
  const [isOpen, { open, close }] = useDisclosure()
  if (session === null || isDeclined || (!isOpen && (isAway || state !== 'none')) || !canHavePin()) return null
  const decline = () => {
    declinePin(storage, session.sub)
    setIsDeclined(true)
  }
  return (
    <Alert
      color="petrol"
      mb="md"
      maw="44rem"
      title="Unlock this tablet offline"
      icon={<IconLockOpen aria-hidden="true" />}
    >
      <Stack gap="sm">
        <Text>
          {PIN_PURPOSE} {PIN_ENDS}
        </Text>
        <Group gap="xs">
          <Button onClick={open}>Set PIN</Button>
          <Button variant="default" onClick={decline}>
            Not now
          </Button>
        </Group>
      </Stack>
      {isOpen && <SetPinDialog name={name} isChange={false} onClose={close} />}
    </Alert>
  )
}

const declined = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

const storedSubs = (storage: DeviceStorage): string[] => {
  const parsed = v.safeParse(declined, storage.read(STORED.pinDeclined))
  return parsed.success ? parsed.output : []
}

/** Whether this person does not want to be offered a PIN on this device again. */
const hasDeclinedPin = (storage: DeviceStorage, sub: string): boolean => storedSubs(storage).includes(sub)

/** Remembers that, also for later sign-ins on this device. */
const declinePin = (storage: DeviceStorage, sub: string): void =>
  storage.write(STORED.pinDeclined, JSON.stringify([...new Set([...storedSubs(storage), sub])]))
