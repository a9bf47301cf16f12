import type { StudyPackLog } from '#contract/study-packs'
import { NO_PACK_INFORMATION } from '#domain/study-packs/study-pack'
import { Text } from '@mantine/core'
import { UNBLINDED_PERSON } from '../../../ui/done-at'
import { HistoryList } from '../../../ui/history-list'
import { UserLink } from '../../../record-links/user-link'
import { eventPresentation } from './pack-events'

/** The events of a pack, in order: the action, its person, its time by both clocks, and its reason. */
export function PackHistory({ logs, zone }: { logs: readonly StudyPackLog[]; zone: string }) {
  if (logs.length === 0) return <Text c="dimmed">{NO_PACK_INFORMATION}</Text>
  const lines = logs.map(({ id, action, actioned_by_user, comment, ...done }) => {
    const { title, icon } = eventPresentation(action)
    return {
      key: id,
      icon,
      heading: title,
      text: comment,
      by: <Actor user={actioned_by_user} isHidden={done.is_day_only === true} />,
      ...done,
    }
  })
  return <HistoryList lines={lines} zone={zone} />
}

function Actor({ user, isHidden }: { user: StudyPackLog['actioned_by_user']; isHidden: boolean }) {
  if (user !== null) return <UserLink user={user} isInText />
  return isHidden ? UNBLINDED_PERSON : 'By the system'
}
