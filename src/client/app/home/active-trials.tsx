import { useTrialReadiness, type ShownReadiness } from '../../device/readiness/use-trial-readiness'
import { readinessWords } from '../../device/readiness/readiness-words'
import { useNow } from '../../device/offline/use-now'
import { EmptyState } from '../../ui/empty-state'
import { ActiveTrial } from './active-trial'
import classes from './active-trials.module.css'
import type { HomeTrial } from './use-home-trials'

/** How many are shown at full height; the others take a line each. */
const AT_FULL_HEIGHT = 4

type ActiveTrialsProps = {
  trials: readonly HomeTrial[]
  /** Whether another action of the page comes first, so that randomising is not the filled button. */
  isSecond: boolean
}

/** The active trials, each with this person's actions in it. */
export function ActiveTrials({ trials, isSecond }: ActiveTrialsProps) {
  const readinessOf = useTrialReadiness(trials.map(({ listed }) => listed.id))
  const now = useNow()
  if (trials.length === 0) return <NoActiveTrials />
  return (
    <ul className={classes['trials']}>
      {trials.map((trial, place) => (
        <ActiveTrial
          key={trial.listed.id}
          trial={trial}
          saved={savedWords(readinessOf(trial.listed.id), now)}
          isCompact={place >= AT_FULL_HEIGHT}
          isSecond={isSecond}
        />
      ))}
    </ul>
  )
}

/** Shown only for saved trials: a system administrator may see hundreds that are not. */
const savedWords = (readiness: ShownReadiness, now: number): string =>
  readiness?.kind === 'ready' || readiness?.kind === 'outdated' ? readinessWords(readiness, false, now) : ''

function NoActiveTrials() {
  return (
    <EmptyState title="No active trials found">
      Started and paused trials appear here. The others are in the list of trials.
    </EmptyState>
  )
}
