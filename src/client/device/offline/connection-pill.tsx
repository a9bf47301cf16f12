import { IconHourglass, IconPlugConnectedX, IconWifi, IconWifiOff, type TablerIcon } from '@tabler/icons-react'
import type { ConnectionState } from './connection'
import classes from './connection-pill.module.css'
import { useConnectionState, useConnectionSince } from './use-connection'
import { formatClock } from '../../ui/format-time'
import type { Tone } from '../../ui/theme'

/** Why the shown content is stored, or why there is none. */
export const OLD_DATA_WORDS: Record<ConnectionState, string> = {
  online: 'The server has not answered yet.',
  degraded: 'Slow connection. The server has not answered yet.',
  offline: 'No connection.',
  intercepted: 'Sign in to the Wi-Fi to go online.',
}

/** Shows the state of the connection and announces its changes. */
export function ConnectionPill() {
  return (
    <span aria-live="polite" className={classes['pill']}>
      <ConnectionInPill isFirst isLast />
    </span>
  )
}

type Place = { isFirst?: boolean; isLast?: boolean }

/** The part of the pill with the state of the connection. */
export function ConnectionInPill(place: Place) {
  const state = useConnectionState()
  const since = useConnectionSince()
  return (
    <PillPart {...PRESENTATION[state]} {...place}>
      {wordsOf(state, since)}
    </PillPart>
  )
}

type PillPartProps = Place & { tone: Tone; icon: TablerIcon; children: string }

/** A part of the pill, with its icon, word and colour; rounded where it begins or ends the pill. */
export function PillPart({ tone, icon: Icon, isFirst = false, isLast = false, children }: PillPartProps) {
  const colours = { color: `var(--eq-${tone})`, background: `var(--eq-${tone}-soft)` }
  return (
    <span className={classes['part']} style={colours} data-first={isFirst || undefined} data-last={isLast || undefined}>
      <Icon size={16} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

const PRESENTATION: Record<ConnectionState, { tone: Tone; icon: TablerIcon }> = {
  online: { tone: 'green', icon: IconWifi },
  degraded: { tone: 'amber', icon: IconHourglass },
  offline: { tone: 'slate', icon: IconWifiOff },
  intercepted: { tone: 'amber', icon: IconPlugConnectedX },
}

/** The words for each state (src/specification/offline.md#the-connection); `since` in milliseconds since the epoch. */
export const wordsOf = (state: ConnectionState, since: number): string => WORDS[state](since)

const WORDS: Record<ConnectionState, (since: number) => string> = {
  online: () => 'Online',
  degraded: () => 'Slow connection',
  offline: (since) => `Offline · since ${formatClock(since)}`,
  intercepted: () => 'Sign in to the Wi-Fi',
}
