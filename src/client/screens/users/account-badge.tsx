import { IconCircleCheck, IconCircleOff, IconClockX } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge'

type Account = { is_active?: boolean | undefined; is_expired?: boolean | undefined }

/** Whether an account can be used: inactive comes before expired, for who is inactive is let in by no extension. */
export function AccountBadge({ account: { is_active = true, is_expired = false } }: { account: Account }) {
  if (!is_active)
    return (
      <StatusBadge tone="slate" icon={IconCircleOff}>
        Inactive
      </StatusBadge>
    )
  if (is_expired)
    return (
      <StatusBadge tone="red" icon={IconClockX}>
        Expired
      </StatusBadge>
    )
  return (
    <StatusBadge tone="green" icon={IconCircleCheck}>
      Active
    </StatusBadge>
  )
}
