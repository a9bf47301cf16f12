import { Alert } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { OFFLINE_REASONS, type ServerAction } from '../../offline-reasons'
import type { ReactNode } from 'react'
import { useIsAway } from './use-connection'

type OfflineReasonProps = {
  action: ServerAction
  /** More about it, after the reason. */
  children?: ReactNode
}

/** Says why an action needs the connection (src/specification/offline.md#refused-offline); empty while connected. */
export function OfflineReason({ action, children }: OfflineReasonProps) {
  const isAway = useIsAway()
  return (
    <div aria-live="polite">
      {isAway && (
        <Alert color="slate" py="xs" icon={<IconWifiOff aria-hidden="true" />}>
          {OFFLINE_REASONS[action]}
          {children}
        </Alert>
      )}
    </div>
  )
}
