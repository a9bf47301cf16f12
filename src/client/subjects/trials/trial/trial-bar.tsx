import type { EffectivePermission } from '#domain/people/permissions'
import { shownTrialDate } from '#domain/trials/trial-status'
import { useRef, type ReactNode, useEffect, useState, type RefObject } from 'react'
import { ReadyForOfflineFact } from '../../../device/readiness/ready-for-offline'
import { BlindedBadge } from '../../../ui/blinded-badge'
import { formatDay } from '../../../ui/format-time'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'
import type { BarTrial } from './bar-trial'
import { shortTitle } from '../../../ui/short-title'
import { AsidePlace } from './trial-bar-aside'
import classes from './trial-bar.module.css'
import { TrialName } from './trial-name'

type TrialBarProps = {
  trialId: number
  /** Null until it is loaded, and where it cannot be. */
  trial: BarTrial | null
  permission: EffectivePermission | null
  /** The link back. */
  back: ReactNode
  /** The tabs; null on a page without them, which may fill their place by `TrialBarAside`. */
  tabs: ReactNode
  /** The button at the end of the first line; null where there is none. */
  action: ReactNode
}

/** The trial's name, state and tabs, in one bar at the top of each of its pages. */
export function TrialBar({ trialId, trial, permission, back, tabs, action }: TrialBarProps) {
  const titleRef = useRef<HTMLDivElement>(null)
  const isScrolled = useIsScrolledAway(titleRef)
  return (
    <div className={classes['bar']} data-trial-tabs={tabs !== null || undefined}>
      <div className={`${classes['back']} no-print`}>{back}</div>
      <div ref={titleRef} className={classes['who']}>
        {trial === null ? (
          <span className={classes['name']}>Trial {trialId}</span>
        ) : (
          <LoadedTrial trial={trial} permission={permission} isHeading={tabs !== null} />
        )}
      </div>
      {action !== null && <div className={`${classes['action']} no-print`}>{action}</div>}
      {tabs === null ? (
        <AsidePlace className={`${classes['tabs']} ${classes['aside']}`} />
      ) : (
        <div className={classes['tabs']}>
          {isScrolled && trial !== null && (
            <div className={classes['stuckName']} aria-hidden="true">
              {shortTitle(trial.title).name}
              <TrialStatusBadge status={trial.trial_status} />
            </div>
          )}
          {tabs}
        </div>
      )}
    </div>
  )
}

type LoadedTrialProps = { trial: BarTrial; permission: EffectivePermission | null; isHeading: boolean }

function LoadedTrial({ trial, permission, isHeading }: LoadedTrialProps) {
  const shown = shownTrialDate(trial)
  const { rest } = shortTitle(trial.title)
  return (
    <>
      <p className={classes['printed']} aria-hidden="true">
        {trial.title} · {trial.trial_status.name} · Times are in {trial.selected_timezone}
      </p>
      <div className={classes['line']}>
        <TrialName trial={trial} permission={permission} isHeading={isHeading} />
        <div aria-live="polite" className={`${classes['badges']} no-print`}>
          <TrialStatusBadge status={trial.trial_status} />
          {permission !== null && <BlindedBadge trial={permission} isShort />}
        </div>
      </div>
      <div className={classes['facts']}>
        <span>Trial {trial.id}</span>
        {shown !== null && (
          <span>
            {shown.label.toLowerCase()} {formatDay(shown.date)}
          </span>
        )}
        <ReadyForOfflineFact trialId={trial.id} />
      </div>
      {rest !== null && (
        <div className={classes['rest']} aria-hidden="true">
          <span />
          <span>{rest}</span>
        </div>
      )}
    </>
  )
}

/** The height of the header, in px: a little more where there is no banner, which only changes it a moment earlier. */
const COVERED_PX = 80

/** Whether an element has scrolled out of sight below the header. */
const useIsScrolledAway = (watched: RefObject<Element | null>): boolean => {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (watched.current === null) return undefined
    const observer = new IntersectionObserver((entries) => setIsAway(entries.at(-1)?.isIntersecting === false), {
      rootMargin: `-${COVERED_PX}px 0px 0px 0px`,
    })
    observer.observe(watched.current)
    return () => observer.disconnect()
  }, [watched])
  return isAway
}
