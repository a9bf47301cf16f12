import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

/** Says that an attempt ended without effect, so that another one is safe. */
export function NothingHappened() {
  return (
    <Alert aria-live="polite" color="petrol" icon={<IconInfoCircle aria-hidden="true" />} title="Nobody was randomised">
      The request never took effect, and now it never can. You can randomise this participant.
    </Alert>
  )
}
