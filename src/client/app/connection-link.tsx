import { Link } from '@tanstack/react-router'
import { IconClockUp, IconMailX } from '@tabler/icons-react'
import { ConnectionPill, PillFace } from '../device/offline/connection-pill'
import { paths } from '../paths'
import classes from './connection-link.module.css'
import type { OutboxCount } from './use-outbox-count'

/** The state of the connection and the number of the person's unconfirmed actions, as one link to the outbox. */
export function ConnectionLink({ count }: { count: OutboxCount }) {
  return (
    <Link {...paths.outbox()} className={classes['area']} title="Outbox">
      <ConnectionPill>
        {count !== null && (
          <PillFace tone={count.isGrave ? 'red' : 'amber'} icon={count.isGrave ? IconMailX : IconClockUp}>
            {count.words}
          </PillFace>
        )}
      </ConnectionPill>
    </Link>
  )
}
