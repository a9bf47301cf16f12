import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from '../../../ui/theme'
import classes from './match-band.module.css'

type MatchBandProps = { tone: Tone; icon: TablerIcon; role?: 'alert'; children: ReactNode }

/** The verdict on the pack in the hand, to be read at arm's length. */
export function MatchBand({ tone, icon: Icon, role, children }: MatchBandProps) {
  return (
    <div className={classes['band']} data-tone={tone} role={role}>
      <Icon size={40} stroke={1.75} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
