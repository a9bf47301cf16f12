import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateNotice } from './state-notice'

/**
 * An empty place that teaches: the title says what will be here, the child who can add it, the action is the one
 * button if that is the viewer.
 */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <StateNotice tone="slate" icon={IconInbox} title={title} action={action}>
      {children}
    </StateNotice>
  )
}
