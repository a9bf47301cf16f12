import type { Trial } from '#contract/trials'
import { Alert, Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'

/** Why there is no randomising without a connection, and whom to ask (OFFLINE, Refused offline). */
export function NeedsConnection({ trial }: { trial: Trial }) {
  return (
    <Alert aria-live="polite" color="slate" icon={<IconWifiOff aria-hidden="true" />}>
      <Text>
        Randomisation needs a live connection. Each allocation is made by the server at the moment you ask, and nothing
        about the next one is kept on this device, so nobody can foresee it.
      </Text>
      {trial.contact !== null && <Text mt="xs">Contact for this trial: {trial.contact}</Text>}
    </Alert>
  )
}
