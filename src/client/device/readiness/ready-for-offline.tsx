import { IconClockExclamation, IconDeviceTablet, IconDeviceTabletCheck, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'
import { useNow } from '../offline/use-now'
import classes from './ready-for-offline.module.css'
import { readinessWords, shortReadinessWords } from './readiness-words'
import { useOpenedTrialReadiness } from './use-opened-trial-readiness'
import type { ShownReadiness } from './use-trial-readiness'

/** Says of an open trial whether this device has all of it that is needed offline, and since when. */
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

/** The same among other facts in a line; below 1024 px in few words. */
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
