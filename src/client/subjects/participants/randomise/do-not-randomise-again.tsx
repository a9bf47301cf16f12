import type { Trial } from '#contract/trials'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DO_NOT_RANDOMISE_AGAIN } from '../../../safety-words'

type DoNotRandomiseAgainProps = {
  trial: Pick<Trial, 'contact'>
  /** The server's reason for not giving the outcome, if it has one. */
  reason?: string
}

/** Shown while the outcome of an attempt is unknown here (src/specification/offline.md#what-a-person-sees). */
export function DoNotRandomiseAgain({ trial, reason }: DoNotRandomiseAgainProps) {
  return (
    <Alert role="alert" color="amber" icon={<IconAlertTriangle aria-hidden="true" />}>
      <Text fw={600} size="lg">
        {DO_NOT_RANDOMISE_AGAIN}
      </Text>
      {reason !== undefined && <Text>{reason}</Text>}
      {trial.contact !== null && <Text mt="xs">Contact for this trial: {trial.contact}</Text>}
    </Alert>
  )
}
