import type { StudyPackLog } from '#contract/study-packs'
import { NO_PACK_INFORMATION } from '#domain/study-pack'
import { Text } from '@mantine/core'
import { Instant } from '../../../../ui/instant'
import { eventFace } from './pack-events'
import classes from './study-pack-page.module.css'

/** What happened to a pack, in order: what, by whom, when by both clocks, and why. */
export function PackHistory({ logs, zone }: { logs: readonly StudyPackLog[]; zone: string }) {
  if (logs.length === 0) return <Text c="dimmed">{NO_PACK_INFORMATION}</Text>
  return (
    <ol className={classes['entries']}>
      {logs.map((log) => (
        <Entry key={log.id} log={log} zone={zone} />
      ))}
    </ol>
  )
}

function Entry({ log, zone }: { log: StudyPackLog; zone: string }) {
  const { action, actioned_by_user, created_at, performed_at, comment } = log
  const { said, icon: Icon } = eventFace(action)
  return (
    <li className={classes['entry']}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div>
        <Text fw={600}>{said}</Text>
        {comment !== '' && <Text className={classes['comment']}>{comment}</Text>}
        <Text c="dimmed" size="sm">
          {actioned_by_user?.name ?? 'By the service itself'}, <Instant at={performed_at ?? created_at} zone={zone} />
          {performed_at !== null && performed_at !== created_at && (
            <>
              {' '}
              (recorded <Instant at={created_at} zone={zone} />)
            </>
          )}
        </Text>
      </div>
    </li>
  )
}
