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
import { StatusBadge } from '../../../ui/status-badge'
import type { Tone } from '../../../ui/theme'

/** The state of an action, by icon, word and colour. */
export function OutboxStateBadge({ action, isReleased }: OutboxStateBadgeProps) {
  const { label, tone, icon } = isReleased ? faceOf(action) : UNRELEASED
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  )
}

type OutboxStateBadgeProps = {
  action: Pick<StoredAction, 'state' | 'notes'>
  /** Whether it is sent as soon as possible, without another press of its author. */
  isReleased: boolean
}

const faceOf = ({ state, notes }: OutboxStateBadgeProps['action']): Presentation =>
  state === 'discarded' && notes.at(-1)?.event === 'corrected' ? CLOSED : PRESENTATION[state]

type Presentation = { label: string; tone: Tone; icon: TablerIcon }

const PRESENTATION: Record<StoredAction['state'], Presentation> = {
  waiting: { label: 'Waiting to send', tone: 'amber', icon: IconClockUp },
  sending: { label: 'Sending', tone: 'amber', icon: IconSend },
  held: { label: 'Waiting for you to sign in', tone: 'amber', icon: IconLock },
  attention: { label: 'Refused', tone: 'red', icon: IconAlertTriangle },
  done: { label: 'Done', tone: 'green', icon: IconCircleCheck },
  discarded: { label: 'Discarded', tone: 'slate', icon: IconCircleX },
}

/** Another action has replaced it, or its dialog was still open to correct it. */
const CLOSED: Presentation = { label: 'Corrected', tone: 'slate', icon: IconPencil }

/** Done in an earlier session. */
const UNRELEASED: Presentation = { label: 'Waiting for you to send it', tone: 'amber', icon: IconLock }
