import { Link } from '@tanstack/react-router'
import { IconClockUp, IconMailX } from '@tabler/icons-react'
import { ConnectionInPill, PillPart } from '../device/offline/connection-pill'
import { paths } from '../paths'
import classes from './connection-link.module.css'
import type { OutboxCount } from './use-outbox-count'

/**
 * The state of the connection and the number of the person's unconfirmed actions, in one pill. Each of its parts leads to the
 * outbox, which can be looked at also while nothing waits.
 */
export function ConnectionLink({ count }: { count: OutboxCount }) {
  return (
    <div aria-live="polite" className={classes['pill']}>
      <Link {...paths.outbox()} className={classes['area']} title="Outbox">
        <ConnectionInPill isFirst isLast={count === null} />
      </Link>
      {count !== null && (
        <Link {...paths.outbox()} className={classes['area']} title="Outbox">
          <PillPart tone={count.isGrave ? 'red' : 'amber'} icon={count.isGrave ? IconMailX : IconClockUp} isLast>
            {count.text}
          </PillPart>
        </Link>
      )}
    </div>
  )
}
