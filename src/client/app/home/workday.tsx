import type { StoredTrials } from '#contract/stored-answers'
import type { TrialSummary } from '#contract/trials'
import { can, isInvestigator, isSystemUser } from '#domain/people/permissions'
import { mayRandomiseInStatus } from '#domain/trials/trial-status'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, type ReactNode } from 'react'
import { deskQuery } from '../../api/desk-queries'
import { useIsOverdue } from '../../device/offline/use-is-overdue'
import { OfflineReason } from '../../device/offline/offline-reason'
import { PageSkeleton } from '../../ui/page-skeleton'
import { useInventories } from '../../subjects/study-packs/queue/use-inventories'
import { ActiveTrials } from './active-trials'
import { DeskWork } from './desk/desk-work'
import { DispenserWork } from './dispenser-work'
import { HomeSection } from './home-section'
import { shortTitle } from '../../ui/short-title'
import classes from './signed-in-home.module.css'
import { useHomeTrials, type HomeTrial } from './use-home-trials'
import { WardWork } from './ward-work'
import { dispensesIn, isWardTrial } from './ward-trials'

const DispenserStock = lazy(async () => {
  const { DispenserStock } = await import('./dispenser-stock')
  return { default: DispenserStock }
})

type WorkdayProps = {
  listed: readonly (TrialSummary | StoredTrials['data'][number])[]
  maxLevel: number
  viewerId: number | null
  /** Content below, drawn together with it, so that it is not pushed down. */
  children: ReactNode
}

/**
 * The day's work. The part above the trials depends on the permissions: drawn before they are known, the trials would
 * jump.
 */
export function Workday({ listed, maxLevel, viewerId, children }: WorkdayProps) {
  const trials = useHomeTrials(listed, !isSystemUser(maxLevel))
  const dispensed = trials.filter(dispensesIn)
  const inventories = useInventories(dispensed.map(({ trial }) => trial))
  const isAtDesk = isInvestigator({ level: maxLevel })
  const { isPending: isDeskAwaited } = useQuery({ ...deskQuery, enabled: isAtDesk })
  const isAwaited = trials.some((trial) => trial.isAwaited) || (isAtDesk && isDeskAwaited)
  const isOverdue = useIsOverdue(isAwaited)
  // In slices: a slow tablet answers a finger in between.
  const isDrawn = useDeferredValue(!isAwaited || isOverdue)
  if (!isDrawn) return <PageSkeleton blocks={ROWS} />
  const activeTrials = (
    <HomeSection title="Active trials">
      <ActiveTrials trials={trials} isSecond={dispensed.length > 0} />
    </HomeSection>
  )
  return (
    <>
      {dispensed.length > 0 && <DispenserWork inventories={inventories} />}
      <ReasonNotToRandomise trials={trials} />
      {isAtDesk ? <DeskWork>{activeTrials}</DeskWork> : activeTrials}
      <WardWork trials={trials} wards={trials.filter(isWardTrial)} inventories={inventories} viewerId={viewerId}>
        {dispensed.length > 0 && (
          <Suspense fallback={null}>
            <DispenserStock inventories={inventories} />
          </Suspense>
        )}
      </WardWork>
      {children}
    </>
  )
}

/** The reason why no trial is open to randomising, and whom to ask, as far as it is stored. */
function ReasonNotToRandomise({ trials }: { trials: readonly HomeTrial[] }) {
  const open = trials.filter(
    ({ listed, permission }) =>
      permission !== null && can(permission, 'randomise') && mayRandomiseInStatus(listed.trial_status_id),
  )
  if (open.length === 0) return null
  return (
    <div className={classes['notice']}>
      <OfflineReason action="randomise">
        {open.map(({ listed, trial }) =>
          trial?.contact ? (
            <div key={listed.id}>
              Contact for {shortTitle(listed.title).name}: {trial.contact}
            </div>
          ) : null,
        )}
      </OfflineReason>
    </div>
  )
}

/** The height of the list's heading and first rows. */
export const ROWS = [['2rem'], ['5.25rem'], ['5.25rem'], ['5.25rem']] as const
