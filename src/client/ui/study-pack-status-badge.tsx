import { STUDY_PACK_STATUSES, studyPackStatusOfId, type StudyPackStatusKey } from '#domain/study-packs/study-pack'
import {
  IconBan,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleDashed,
  IconPackageExport,
  IconRotate2,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { StatusBadge } from './status-badge'
import type { Tone } from './theme'

/** A study pack's status, the same everywhere: icon, word and colour. */
export function StudyPackStatusBadge({ statusId }: { statusId: number }) {
  const status = studyPackStatusOfId(statusId) ?? STUDY_PACK_STATUSES[0]
  return <StatusBadge {...PRESENTATION[status.key]}>{status.name}</StatusBadge>
}

const PRESENTATION: Record<StudyPackStatusKey, { tone: Tone; icon: TablerIcon }> = {
  inactive: { tone: 'slate', icon: IconCircleDashed },
  active: { tone: 'green', icon: IconCircleCheck },
  expired: { tone: 'red', icon: IconCalendarOff },
  removed: { tone: 'slate', icon: IconBan },
  allocated: { tone: 'amber', icon: IconUserCheck },
  dispensed: { tone: 'petrol', icon: IconPackageExport },
  recalled: { tone: 'red', icon: IconRotate2 },
}
