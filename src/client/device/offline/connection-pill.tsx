import { IconHourglass, IconPlugConnectedX, IconWifi, IconWifiOff, type TablerIcon } from '@tabler/icons-react'
import type { ConnectionState } from './connection'
import { useConnectionState, useConnectionSince } from './use-connection'
import { formatClock } from '../../ui/format-time'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'

/** Why the shown content is stored, or why there is none. */
export const WHY_OLD: Record<ConnectionState, string> = {
  online: 'The server has not answered yet.',
  degraded: 'Slow connection. The server has not answered yet.',
  offline: 'No connection.',
  intercepted: 'Sign in to the Wi-Fi to go online.',
}

/** Shows the state of the connection and announces its changes. */
export function ConnectionPill() {
  const state = useConnectionState()
  const since = useConnectionSince()
  const { tone, icon } = PRESENTATION[state]
  return (
    <div aria-live="polite">
      <StatusBadge tone={tone} icon={icon}>
        {wordsOf(state, since)}
      </StatusBadge>
    </div>
  )
}

const PRESENTATION: Record<ConnectionState, { tone: Tone; icon: TablerIcon }> = {
  online: { tone: 'green', icon: IconWifi },
  degraded: { tone: 'amber', icon: IconHourglass },
  offline: { tone: 'slate', icon: IconWifiOff },
  intercepted: { tone: 'amber', icon: IconPlugConnectedX },
}

/** The words for each state (src/specification/offline.md#the-connection); `since` in milliseconds since the epoch. */
export const wordsOf = (state: ConnectionState, since: number): string =>
  ({
    online: 'Online',
    degraded: 'Slow connection',
    offline: `Offline · since ${formatClock(since)}`,
    intercepted: 'Sign in to the Wi-Fi',
  })[state]
