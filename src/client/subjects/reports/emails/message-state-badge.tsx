import type { MessageState } from '#domain/people/notifications'
import { IconClock, IconMailCheck, IconMailForward, IconMailX, IconSend, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge'
import type { Tone } from '../../../ui/theme'

type Presentation = { label: string; tone: Tone; icon: TablerIcon }

/** How an e-mail stands, in words. */
export const MESSAGE_STATE_PRESENTATION: Record<MessageState, Presentation> = {
  queued: { label: 'Queued', tone: 'amber', icon: IconClock },
  sending: { label: 'Sending', tone: 'amber', icon: IconSend },
  sent: { label: 'Sent', tone: 'green', icon: IconMailCheck },
  failed: { label: 'Failed', tone: 'red', icon: IconMailX },
  resent: { label: 'Sent again', tone: 'slate', icon: IconMailForward },
}

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { label, tone, icon } = MESSAGE_STATE_PRESENTATION[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  )
}
