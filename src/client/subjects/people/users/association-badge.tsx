import type { ListedUser } from '#contract/users'
import { IconLink, IconMail, IconMailOff } from '@tabler/icons-react'
import { formatDayIn } from '../../../ui/format-time'
import { StatusBadge } from '../../../ui/status-badge'

/** Whether a user has an account to sign in with; if not, until when the link of the invitation is valid. */
export function AssociationBadge({ user: { user_profiles = [], invitation } }: { user: ListedUser }) {
  if (user_profiles.length > 0)
    return (
      <StatusBadge tone="green" icon={IconLink}>
        Associated
      </StatusBadge>
    )
  if (invitation)
    return (
      <StatusBadge tone="petrol" icon={IconMail}>
        {`Invited until ${formatDayIn(invitation.expires_at, null)}`}
      </StatusBadge>
    )
  return (
    <StatusBadge tone="amber" icon={IconMailOff}>
      Not invited
    </StatusBadge>
  )
}
