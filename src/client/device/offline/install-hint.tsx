import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconDeviceTablet, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { deviceStorage, STORED } from '../../browser/device-storage'
import { useStore } from '../../browser/store'
import { installOffer, wayToInstall } from './install-offer'

const storage = deviceStorage(() => localStorage)

/** Explains how to install the app, so that unsent actions are not deleted; hidden once it is installed or dismissed. */
export function InstallHint() {
  const offer = useStore(installOffer)
  const [isDismissed, setIsDismissed] = useState(() => storage.read(STORED.installHintRead) !== null)
  const way = wayToInstall(offer, navigator, matchMedia('(display-mode: standalone)').matches)
  if (isDismissed || way === null) return null
  const dismiss = () => {
    storage.write(STORED.installHintRead, '1')
    setIsDismissed(true)
  }
  return (
    <Alert
      color="petrol"
      mb="md"
      maw="44rem"
      title="Install the app on this tablet"
      icon={<IconDeviceTablet aria-hidden="true" />}
    >
      <Stack gap="sm">
        <Text>{INSTALL_WORDS[way]}</Text>
        <Group gap="xs">
          {offer !== null && (
            <Button leftSection={<IconDownload size={20} aria-hidden="true" />} onClick={offer}>
              Install the app
            </Button>
          )}
          <Button variant="default" onClick={dismiss}>
            Do not show this again
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const INSTALL_WORDS = {
  by_question: 'Install the app to open it offline and to keep unsent actions safe.',
  by_hand:
    'Safari deletes unsent actions after 7 days without use. To prevent this, press Share, then “Add to Home Screen”. Then open the app from there.',
} as const
