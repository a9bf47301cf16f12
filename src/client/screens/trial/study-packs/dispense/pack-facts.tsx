import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import { isPastExpiry } from '#domain/study-pack'
import { IconCalendarCheck, IconCalendarOff } from '@tabler/icons-react'
import { Definitions } from '../../../../ui/definitions'
import { formatDay } from '../../../../ui/format-time'
import { StatusBadge } from '../../../../ui/status-badge'
import { StudyPackStatusBadge } from '../../../../ui/study-pack-status-badge'

/** What counts about a pack in the hand, in words and colour. */
export function PackFacts({ trial, pack, today }: { trial: Trial; pack: StudyPack; today: string }) {
  const isPast = isPastExpiry(pack, today)
  return (
    <Definitions
      items={[
        ['Status', <StudyPackStatusBadge key="status" statusId={pack.study_pack_status_id} />],
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
              {`${formatDay(pack.expire_on)}${isPast ? ', past' : ''}`}
            </StatusBadge>
          ),
        ],
        ['Site', trial.sites.find(({ id }) => id === pack.site_id)?.title ?? 'Every site'],
        ['Batch', pack.batch_id],
      ]}
    />
  )
}
