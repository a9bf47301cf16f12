import type { Trial } from '#contract/trials'
import { forecastOfTrial } from '#domain/trials/running-trial'
import { Progress } from '@mantine/core'
import { formatNumber, formatShare } from '../../../../ui/format-number'
import { dayNumber, formatDay } from '../../../../ui/format-time'
import { recruitedWords } from '../../../../ui/recruited'
import classes from './quick-stats.module.css'
import { trialProgress } from './trial-progress'

type QuickStatsProps = {
  trial: Trial
  /** How many participants whom the viewer reaches are flagged and not counted; none as long as that is not known. */
  leftOut: number
  today: string
  /** Other figures on the page are of some sites only. */
  isBesidePart: boolean
}

/** The key figures of a trial. */
export function QuickStats({ trial, leftOut, today, isBesidePart }: QuickStatsProps) {
  const { remaining, per_week, days_remaining } = trialProgress(trial, today)
  const started = trial.started_on === null ? null : dayNumber(trial.started_on)
  const forecast = forecastOfTrial(trial, started, dayNumber(today))
  const hasLimit = trial.sample_size > 0
  return (
    <dl className={classes['stats']}>
      <div className={classes['main']}>
        <dt>Participants</dt>
        <dd>
          {hasLimit ? recruitedWords(trial) : formatNumber(trial.num_sampled)}
          {hasLimit && (
            <Progress
              value={Math.min(100, (100 * trial.num_sampled) / trial.sample_size)}
              color="petrol"
              size="md"
              mt="xs"
              aria-label={`${formatShare(trial.num_sampled, trial.sample_size)} of the sample size`}
            />
          )}
        </dd>
        {isBesidePart && <dd className={classes['note']}>Whole trial</dd>}
        {leftOut > 0 && (
          <dd className={classes['note']}>
            {formatNumber(leftOut)} {isBesidePart ? 'flagged at your sites, not counted' : 'flagged, not counted'}
          </dd>
        )}
      </div>
      <Stat term="Remaining" figure={remaining === null ? 'No limit' : formatNumber(remaining)} />
      {per_week !== null && <Stat term="Per week" figure={per_week} />}
      <Stat
        term="Days remaining"
        figure={formatNumber(days_remaining)}
        note={`Planned end ${formatDay(trial.end_on)}`}
      />
      {forecast !== null && (
        <Stat
          term="Last participant, forecast"
          figure={formatDay(dayAfter(today, forecast.days))}
          note={`Likely ${formatDay(dayAfter(today, forecast.earliest))} to ${formatDay(dayAfter(today, forecast.latest))} (80%)`}
        />
      )}
    </dl>
  )
}

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10)

function Stat({ term, figure, note }: { term: string; figure: string; note?: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{figure}</dd>
      {note !== undefined && <dd className={classes['note']}>{note}</dd>}
    </div>
  )
}
