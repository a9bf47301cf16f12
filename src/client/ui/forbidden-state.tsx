import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateNotice } from './state-notice'

/** A place the viewer may not see. The child says who can give the permission, or what to do instead. */
export function ForbiddenState({ children }: { children: ReactNode }) {
  return (
    <StateNotice tone="slate" icon={IconLock} title="You do not have permission to see this">
      {children}
    </StateNotice>
  )
}
