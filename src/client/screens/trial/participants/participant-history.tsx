import type { HistoryEntry } from '#contract/participant-acts'
import { Text } from '@mantine/core'
import {
  IconAlertCircle,
  IconEye,
  IconEyeExclamation,
  IconFlag,
  IconFlagOff,
  IconPackage,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { Instant } from '../../../ui/instant'
import classes from './participant-history.module.css'

/** What happened to a participant, in order: what, by whom, when. */
export function ParticipantHistory({ entries, zone }: { entries: readonly HistoryEntry[]; zone: string }) {
  return (
    <ol className={classes['entries']}>
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.kind} ${entry.text}`} entry={entry} zone={zone} />
      ))}
    </ol>
  )
}

function Entry({ entry: { kind, text, by, at, performed_at }, zone }: { entry: HistoryEntry; zone: string }) {
  const Icon = ICONS[kind]
  return (
    <li className={classes['entry']}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div>
        <Text className={classes['text']}>{text}</Text>
        <Text c="dimmed" size="sm">
          {by.name}, <Instant at={performed_at ?? at} zone={zone} />
          {performed_at !== null && (
            <>
              {' '}
              (recorded <Instant at={at} zone={zone} />)
            </>
          )}
        </Text>
      </div>
    </li>
  )
}

const ICONS: Record<HistoryEntry['kind'], TablerIcon> = {
  randomised: IconUserPlus,
  study_pack_allocated: IconPackage,
  study_pack_dispensed: IconPackage,
  study_pack_recalled: IconPackage,
  study_pack_removed: IconPackage,
  flagged: IconFlag,
  unflagged: IconFlagOff,
  unblinded: IconEye,
  inadvertent_unblinding: IconEyeExclamation,
  randomised_in_error: IconAlertCircle,
}
