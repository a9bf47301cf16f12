import { IconClockExclamation, IconDeviceTablet, IconDeviceTabletCheck, type TablerIcon } from '@tabler/icons-react'
import { hashKey, useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'
import { useNow } from '../offline/use-now'
import classes from './ready-for-offline.module.css'
import { readinessWords, shortReadinessWords } from './readiness-words'
import { type ShownReadiness, useTrialReadiness } from './use-trial-readiness'
import { trialPartQueries } from '../../api/trial-part-queries'
import { useIsOverdue } from '../offline/use-is-overdue'
import { noteOpenedTrial } from './opened-trials'

/** Shows whether this device has an open trial ready for offline, and since when. */
export function ReadyForOffline({ trialId }: { trialId: number }) {
  const { readiness, isSaving } = useOpenedTrialReadiness(trialId)
  const now = useNow()
  if (readiness === null) return null
  const { tone, icon } = PRESENTATION[readiness.kind]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {readinessWords(readiness, isSaving, now)}
    </StatusBadge>
  )
}

/** The same among the facts of a trial; in few words where its bar has one line. */
export function ReadyForOfflineFact({ trialId }: { trialId: number }) {
  const { readiness, isSaving } = useOpenedTrialReadiness(trialId)
  const now = useNow()
  if (readiness === null) return null
  const { tone, icon: Icon } = PRESENTATION[readiness.kind]
  const text = readinessWords(readiness, isSaving, now)
  return (
    <span className={classes['fact']} style={{ color: `var(--eq-${tone})` }} title={text}>
      <Icon size={14} aria-hidden="true" />
      <span className={classes['whole']}>{text}</span>
      <span className={classes['short']}>{shortReadinessWords(readiness.kind, isSaving)}</span>
    </span>
  )
}

const PRESENTATION: Record<NonNullable<ShownReadiness>['kind'], { tone: Tone; icon: TablerIcon }> = {
  ready: { tone: 'green', icon: IconDeviceTabletCheck },
  outdated: { tone: 'amber', icon: IconClockExclamation },
  missing: { tone: 'slate', icon: IconDeviceTablet },
  unusable: { tone: 'amber', icon: IconDeviceTablet },
}

/** An answer is stored a while after it was received, and only then counts as saved. In milliseconds. */
const SETTLES_WITHIN_MS = 5000

/** Whether this device has an open trial ready for offline, and whether a part is still being fetched. */
const useOpenedTrialReadiness = (trialId: number): { readiness: ShownReadiness; isSaving: boolean } => {
  useEffect(() => noteOpenedTrial(trialId), [trialId])
  const readiness = useTrialReadiness([trialId])(trialId)
  const isFetching = useIsFetching({ predicate: ({ queryHash }) => isPartOf(trialId, queryHash) }) > 0
  const isOverdue = useIsOverdue(readiness?.kind === 'missing' && !isFetching, SETTLES_WITHIN_MS)
  return { readiness, isSaving: !isOverdue }
}

const isPartOf = (trialId: number, queryHash: string): boolean =>
  trialPartQueries(trialId, true).some(({ queryKey }) => hashKey(queryKey) === queryHash)
