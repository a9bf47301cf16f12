import { MESSAGE_STATE_TITLES, type MessageState } from '#domain/people/notifications'
import { IconClock, IconMailCheck, IconMailForward, IconMailX, IconSend, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge'
import type { Tone } from '../../../ui/theme'

type Presentation = { tone: Tone; icon: TablerIcon }

const MESSAGE_STATE_PRESENTATION: Record<MessageState, Presentation> = {
  queued: { tone: 'amber', icon: IconClock },
  sending: { tone: 'amber', icon: IconSend },
  sent: { tone: 'green', icon: IconMailCheck },
  failed: { tone: 'red', icon: IconMailX },
  resent: { tone: 'slate', icon: IconMailForward },
}

export function MessageStateBadge({ state }: { state: MessageState }) {
  const { tone, icon } = MESSAGE_STATE_PRESENTATION[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {MESSAGE_STATE_TITLES[state]}
    </StatusBadge>
  )
}
