import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { NOTHING_CAN_BE_SAVED } from '../../safety-words'
import { useOutboxPart } from './use-outbox'

/** Warns on every page while the browser gives this app no storage; empty where the outbox is open, or is about to be. */
export function CannotSave() {
  const isStorageMissing = useOutboxPart(({ unavailable }) => unavailable?.cause === 'not_kept')
  if (!isStorageMissing) return null
  return (
    <Alert
      role="alert"
      color="amber"
      mb="md"
      title={NOTHING_CAN_BE_SAVED.title}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      {NOTHING_CAN_BE_SAVED.words}
    </Alert>
  )
}
