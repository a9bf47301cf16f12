import { isPastExpiry } from '#domain/study-packs/study-pack'
import { IconCalendarCheck, IconCalendarOff } from '@tabler/icons-react'
import { DoneAt } from '../../../ui/done-at'
import { Fact } from '../../../ui/fact'
import { formatDay } from '../../../ui/format-time'
import { StatusBadge } from '../../../ui/status-badge'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { PackStatus } from '../pack-status'
import { siteTitlesOf } from '../site-titles'
import classes from './dispense.module.css'

type PackFactsProps = {
  trial: PacksTrial
  pack: PackFromServerOrStore
  today: string
  /** Whether to show also when and by whom it was allocated. */
  hasAllocation?: boolean
}

/** The facts that matter about a pack in the hand, in words and colour. */
export function PackFacts({ trial, pack, today, hasAllocation = false }: PackFactsProps) {
  const isPast = isPastExpiry(pack, today)
  const allocation = pack.study_pack_logs?.findLast(({ action }) => action === 'allocate')
  const isActionShown = hasAllocation && allocation !== undefined && allocation.is_day_only !== true
  return (
    <dl className={classes['facts']}>
      <Fact term="Status">
        <PackStatus pack={pack} />
      </Fact>
      <Fact term="Expires">
        {pack.expire_on === null ? (
          'Never'
        ) : (
          <StatusBadge tone={isPast ? 'red' : 'green'} icon={isPast ? IconCalendarOff : IconCalendarCheck}>
            {`${formatDay(pack.expire_on)}${isPast ? ' (expired)' : ''}`}
          </StatusBadge>
        )}
      </Fact>
      <Fact term="Batch">
        <span className="identifier">{pack.batch_id}</span>
      </Fact>
      <Fact term="Site">{siteTitlesOf(trial)(pack.site_id) ?? 'No site'}</Fact>
      {isActionShown && (
        <Fact term="Allocated">
          <DoneAt done={allocation} zone={trial.selected_timezone} />
        </Fact>
      )}
      {isActionShown && allocation.actioned_by_user !== null && (
        <Fact term="By">{allocation.actioned_by_user.name}</Fact>
      )}
    </dl>
  )
}
