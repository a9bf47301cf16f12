import type { HistoryEntry } from '#contract/participant-actions'
import { recordOf } from '#domain/record-of'
import { PARTICIPANT_PACK_EVENTS } from '#domain/study-packs/study-pack-actions'
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
import { UNBLINDED_PERSON } from '../../../ui/done-at'
import { HistoryList } from '../../../ui/history-list'
import { UserLink } from '../../../record-links/user-link'

/** The events of a participant, in order. */
export function ParticipantHistory({ entries, zone }: { entries: readonly HistoryEntry[]; zone: string }) {
  const lines = entries.map(({ kind, text, by, at, ...done }) => ({
    ...done,
    key: `${at} ${kind} ${text}`,
    icon: ICONS[kind],
    text,
    by: by === null ? UNBLINDED_PERSON : <UserLink user={by} isInText />,
    created_at: at,
  }))
  return <HistoryList lines={lines} zone={zone} />
}

const ICONS: Record<HistoryEntry['kind'], TablerIcon> = {
  randomised: IconUserPlus,
  study_pack_allocated: IconPackage,
  ...recordOf(PARTICIPANT_PACK_EVENTS, () => IconPackage),
  flagged: IconFlag,
  unflagged: IconFlagOff,
  unblinded: IconEye,
  inadvertent_unblinding: IconEyeExclamation,
  randomised_in_error: IconAlertCircle,
}
