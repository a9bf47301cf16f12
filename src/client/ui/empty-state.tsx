import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateNotice } from './state-notice'

/**
 * An empty place: the title names its future content, the child says who can add it, the action is the button for a
 * viewer who can.
 */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <StateNotice tone="slate" icon={IconInbox} title={title} action={action}>
      {children}
    </StateNotice>
  )
}
