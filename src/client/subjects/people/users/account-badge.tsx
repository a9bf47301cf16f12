import { IconCircleCheck, IconCircleOff, IconClockX } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge'

type Account = { is_active?: boolean | undefined; is_expired?: boolean | undefined }

/**
 * The state of an account. One that is inactive and expired shows both, since the person can sign in only after two changes.
 */
export function AccountBadge({ account: { is_active = true, is_expired = false } }: { account: Account }) {
  if (is_active && !is_expired)
    return (
      <StatusBadge tone="green" icon={IconCircleCheck}>
        Active
      </StatusBadge>
    )
  return (
    <>
      {!is_active && (
        <StatusBadge tone="slate" icon={IconCircleOff}>
          Inactive
        </StatusBadge>
      )}
      {is_expired && (
        <StatusBadge tone="red" icon={IconClockX}>
          Expired
        </StatusBadge>
      )}
    </>
  )
}
