import type { StoredAction } from '#contract/stored-action'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockUp,
  IconLock,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'

/** Where an action stands, in icon, word and colour. */
export function OutboxStateBadge({ state }: { state: StoredAction['state'] }) {
  const { words, tone, icon } = FACES[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words}
    </StatusBadge>
  )
}

const FACES: Record<StoredAction['state'], { words: string; tone: Tone; icon: TablerIcon }> = {
  waiting: { words: 'Waiting to be sent', tone: 'amber', icon: IconClockUp },
  sending: { words: 'Sending', tone: 'amber', icon: IconSend },
  held: { words: 'Waits for you to sign in', tone: 'amber', icon: IconLock },
  attention: { words: 'Refused', tone: 'red', icon: IconAlertTriangle },
  done: { words: 'Done', tone: 'green', icon: IconCircleCheck },
  discarded: { words: 'Given up', tone: 'slate', icon: IconCircleX },
}
