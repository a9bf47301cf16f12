import type { Trial } from '#contract/trials'
import { Alert, Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { OFFLINE_REASONS } from '../../../offline-reasons'
import { Announced } from '../../../ui/announced'

/** Explains why randomising needs the connection, and whom to ask (src/specification/offline.md#refused-offline). */
export function NeedsConnection({ trial }: { trial: Pick<Trial, 'contact'> }) {
  return (
    <Announced>
      <Alert color="slate" icon={<IconWifiOff aria-hidden="true" />}>
        <Text id={OFFLINE_REASON_ID}>{OFFLINE_REASONS.randomise}</Text>
        {trial.contact !== null && <Text mt="xs">Contact for this trial: {trial.contact}</Text>}
      </Alert>
    </Announced>
  )
}

/** The id of the reason, for buttons that it disables. */
export const OFFLINE_REASON_ID = 'why-not-randomise-offline'
