import type { StoredAction } from '#contract/stored-action'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockUp,
  IconLock,
  IconPencil,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'

/** Where an action stands, in icon, word and colour. */
export function OutboxStateBadge({ action: { state, notes } }: { action: Pick<StoredAction, 'state' | 'notes'> }) {
  const isReplaced = state === 'discarded' && notes.at(-1)?.event === 'corrected'
  const { words, tone, icon } = isReplaced ? CLOSED : FACES[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words}
    </StatusBadge>
  )
}

type Face = { words: string; tone: Tone; icon: TablerIcon }

const FACES: Record<StoredAction['state'], Face> = {
  waiting: { words: 'Waiting to be sent', tone: 'amber', icon: IconClockUp },
  sending: { words: 'Sending', tone: 'amber', icon: IconSend },
  held: { words: 'Waits for you to sign in', tone: 'amber', icon: IconLock },
  attention: { words: 'Refused', tone: 'red', icon: IconAlertTriangle },
  done: { words: 'Done', tone: 'green', icon: IconCircleCheck },
  discarded: { words: 'Given up', tone: 'slate', icon: IconCircleX },
}

/** Another one stands in its place, or its dialog still stood open to put it right. */
const CLOSED: Face = { words: 'Closed', tone: 'slate', icon: IconPencil }
