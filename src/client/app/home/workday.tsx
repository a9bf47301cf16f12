import type { StoredTrials } from '#contract/stored-answers'
import type { TrialSummary } from '#contract/trials'
import { can, isInvestigator, isSystemUser } from '#domain/people/permissions'
import { mayRandomiseInStatus } from '#domain/trials/trial-status'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { deskQuery } from '../../api/desk-queries'
import { useIsOverdue } from '../../device/offline/use-is-overdue'
import { WhyNotOffline } from '../../device/offline/why-not-offline'
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
  /** Offers below it all, drawn with it, so that nothing pushes them down. */
  children: ReactNode
}

/** The day's work. What comes above the trials depends on the permissions: drawn before they are known, the trials would jump. */
export function Workday({ listed, maxLevel, viewerId, children }: WorkdayProps) {
  const trials = useHomeTrials(listed, !isSystemUser(maxLevel))
  const dispensed = trials.filter(dispensesIn)
  const inventories = useInventories(dispensed.map(({ trial }) => trial))
  const isAtDesk = isInvestigator({ level: maxLevel })
  const { isPending: isDeskAwaited } = useQuery({ ...deskQuery, enabled: isAtDesk })
  const isAwaited = trials.some((trial) => trial.isAwaited) || (isAtDesk && isDeskAwaited)
  const isOverdue = useIsOverdue(isAwaited)
  if (isAwaited && !isOverdue) return <PageSkeleton blocks={ROWS} />
  const activeTrials = (
    <HomeSection title="Active trials">
      <ActiveTrials trials={trials} isSecond={dispensed.length > 0} />
    </HomeSection>
  )
  return (
    <>
      {dispensed.length > 0 && <DispenserWork inventories={inventories} />}
      <WhyNotRandomise trials={trials} />
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

/** Why nobody can be randomised here now, and whom to ask, as far as it is saved. */
function WhyNotRandomise({ trials }: { trials: readonly HomeTrial[] }) {
  const open = trials.filter(
    ({ listed, permission }) =>
      permission !== null && can(permission, 'randomise') && mayRandomiseInStatus(listed.trial_status_id),
  )
  if (open.length === 0) return null
  return (
    <div className={classes['notice']}>
      <WhyNotOffline action="randomise">
        {open.map(({ listed, trial }) =>
          trial?.contact ? (
            <div key={listed.id}>
              Contact for {shortTitle(listed.title).name}: {trial.contact}
            </div>
          ) : null,
        )}
      </WhyNotOffline>
    </div>
  )
}

/** The height of the list's heading and first rows. */
export const ROWS = [['2rem'], ['5.25rem'], ['5.25rem'], ['5.25rem']] as const
