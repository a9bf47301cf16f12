import { isPastExpiry } from '#domain/study-packs/study-pack'
import { IconCalendarCheck, IconCalendarOff } from '@tabler/icons-react'
import { Definitions } from '../../../ui/definitions'
import { formatDay } from '../../../ui/format-time'
import { StatusBadge } from '../../../ui/status-badge'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { PackStatus } from '../pack-status'
import { siteTitlesOf } from '../site-titles'

/** What counts about a pack in the hand, in words and colour. */
export function PackFacts({ trial, pack, today }: { trial: PacksTrial; pack: PackFromServerOrStore; today: string }) {
  const isPast = isPastExpiry(pack, today)
  return (
    <Definitions
      items={[
        ['Status', <PackStatus key="status" pack={pack} />],
        [
          'Expires',
          pack.expire_on === null ? (
            'Never'
          ) : (
            <StatusBadge
              key="expiry"
              tone={isPast ? 'red' : 'green'}
              icon={isPast ? IconCalendarOff : IconCalendarCheck}
            >
              {`${formatDay(pack.expire_on)}${isPast ? ' (expired)' : ''}`}
            </StatusBadge>
          ),
        ],
        ['Site', siteTitlesOf(trial)(pack.site_id) ?? 'No site'],
        ['Batch', pack.batch_id],
      ]}
    />
  )
}
