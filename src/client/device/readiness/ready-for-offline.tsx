import { IconClockExclamation, IconDeviceTablet, IconDeviceTabletCheck, type TablerIcon } from '@tabler/icons-react'
import { hashKey, useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trialPartQueries } from '../../api/trial-part-queries'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'
import { useIsOverdue } from '../offline/use-is-overdue'
import { useNow } from '../offline/use-now'
import { noteOpenedTrial } from './opened-trials'
import { readinessWords } from './readiness-words'
import { useTrialReadiness, type ShownReadiness } from './use-trial-readiness'

/** An answer is stored a while after it was received, and only then counts as saved. In milliseconds. */
const SETTLES_WITHIN_MS = 5000

/** Says on an open trial's page whether this device has all of it that is needed offline, and since when. */
export function ReadyForOffline({ trialId }: { trialId: number }) {
  useEffect(() => noteOpenedTrial(trialId), [trialId])
  const readiness = useTrialReadiness([trialId])(trialId)
  const now = useNow()
  const isFetching = useIsFetching({ predicate: ({ queryHash }) => isPartOf(trialId, queryHash) }) > 0
  const isMissing = readiness?.kind === 'missing'
  const isOverdue = useIsOverdue(isMissing && !isFetching, SETTLES_WITHIN_MS)
  if (readiness === null) return null
  const { tone, icon } = PRESENTATION[readiness.kind]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {readinessWords(readiness, !isOverdue, now)}
    </StatusBadge>
  )
}

const isPartOf = (trialId: number, queryHash: string): boolean =>
  trialPartQueries(trialId, true).some(({ queryKey }) => hashKey(queryKey) === queryHash)

const PRESENTATION: Record<NonNullable<ShownReadiness>['kind'], { tone: Tone; icon: TablerIcon }> = {
  ready: { tone: 'green', icon: IconDeviceTabletCheck },
  outdated: { tone: 'amber', icon: IconClockExclamation },
  missing: { tone: 'slate', icon: IconDeviceTablet },
  unusable: { tone: 'amber', icon: IconDeviceTablet },
}
