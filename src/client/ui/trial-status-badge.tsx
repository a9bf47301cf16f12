import { trialStatusOfId, type TrialStatusKey } from '#domain/trials/trial-status'
import {
  IconCalendar,
  IconCircleCheck,
  IconHourglass,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { StatusBadge } from './status-badge'
import type { Tone } from './theme'

/** A trial's status, the same everywhere: icon, word and colour. */
export function TrialStatusBadge({ status }: { status: { id: number; name: string } }) {
  return <StatusBadge {...PRESENTATION[trialStatusOfId(status.id)?.key ?? 'planning']}>{status.name}</StatusBadge>
}

const PRESENTATION: Record<TrialStatusKey, { tone: Tone; icon: TablerIcon }> = {
  planning: { tone: 'slate', icon: IconCalendar },
  pending: { tone: 'amber', icon: IconHourglass },
  started: { tone: 'green', icon: IconPlayerPlay },
  paused: { tone: 'amber', icon: IconPlayerPause },
  rejected: { tone: 'red', icon: IconX },
  finished: { tone: 'slate', icon: IconCircleCheck },
  terminated: { tone: 'red', icon: IconPlayerStop },
}
