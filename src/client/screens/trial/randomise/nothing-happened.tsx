import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

/** Says that an attempt ended without effect, so that another one is safe. */
export function NothingHappened() {
  return (
    <Alert aria-live="polite" color="petrol" icon={<IconInfoCircle aria-hidden="true" />} title="Nobody was randomised">
      This participant was not randomised. You can try again.
    </Alert>
  )
}
