import type { RunningTrial } from '#contract/desk'
import { againstPlan } from '#domain/trials/forecast'
import { PAUSED, trialStatusOfId } from '#domain/trials/trial-status'
import { Group, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { BlindedBadge } from '../../../ui/blinded-badge'
import { formatNumber } from '../../../ui/format-number'
import { formatDay, formatMonth } from '../../../ui/format-time'
import type { Column } from '../../../ui/record-column'
import { RecordLink } from '../../../ui/record-link'
import { shortTitle } from '../../../ui/short-title'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'
import classes from './desk.module.css'

/** The recruitment of the trials that a person runs. */
export const RECRUITMENT_COLUMNS: readonly Column<RunningTrial>[] = [
  { key: 'trial', header: 'Trial', cell: (trial) => <Name trial={trial} />, inCard: 'title' },
  { key: 'recruited', header: 'Recruited against plan', cell: (trial) => <Recruited trial={trial} />, inCard: 'line' },
  { key: 'weeks', header: 'Last 12 weeks', cell: (trial) => <Weeks weeks={trial.weeks} />, inCard: 'line' },
  {
    key: 'forecast',
    header: 'Last participant, forecast',
    cell: (trial) => <LastParticipant trial={trial} />,
    inCard: 'line',
  },
]

function Name({ trial }: { trial: RunningTrial }) {
  return (
    <Group gap="0.375rem">
      <RecordLink {...paths.trial(trial.id)}>{shortTitle(trial.title).name}</RecordLink>
      <TrialStatusBadge
        status={{ id: trial.trial_status_id, name: trialStatusOfId(trial.trial_status_id)?.name ?? '' }}
      />
      <BlindedBadge trial={trial} isShort />
    </Group>
  )
}

const COMPARISONS = {
  behind: { icon: IconArrowDown, tone: 'amber' },
  on_plan: { icon: IconCheck, tone: 'green' },
  ahead: { icon: IconArrowUp, tone: 'green' },
} as const

function Recruited({ trial: { num_sampled, sample_size, expected } }: { trial: RunningTrial }) {
  if (expected === null || sample_size === 0) return <b>{formatNumber(num_sampled)}</b>
  const comparison = againstPlan(num_sampled, expected, sample_size)
  const { icon: Icon, tone } = COMPARISONS[comparison]
  const difference = formatNumber(Math.abs(num_sampled - expected))
  return (
    <div className={classes['recruited']}>
      <div className={classes['line']}>
        <span>
          <b>{formatNumber(num_sampled)}</b> of {formatNumber(sample_size)}
        </span>
        <span className={classes['comparison']} style={{ color: `var(--eq-${tone})` }}>
          <Icon size={16} aria-hidden="true" />
          {comparison === 'on_plan' ? 'On plan' : `${difference} ${comparison}`}
        </span>
      </div>
      <div className={classes['bar']} aria-hidden="true">
        <div style={{ inlineSize: `${Math.min(100, (100 * num_sampled) / sample_size)}%` }} />
        <span style={{ insetInlineStart: `${Math.min(100, (100 * expected) / sample_size)}%` }} />
      </div>
      <Text size="xs" c="dimmed">
        {formatNumber(expected)} expected by today
      </Text>
    </div>
  )
}

const BAR_WIDTH = 7
const BAR_GAP = 2
const HEIGHT = 30

/** Participants of each week as bars, and their mean in words. */
function Weeks({ weeks }: { weeks: readonly number[] }) {
  const greatest = Math.max(1, ...weeks)
  const mean = weeks.reduce((sum, count) => sum + count, 0) / weeks.length
  return (
    <div className={classes['weeks']}>
      <VisuallyHidden>Participants by week, the earliest first: {weeks.join(', ')}</VisuallyHidden>
      <svg width={weeks.length * (BAR_WIDTH + BAR_GAP)} height={HEIGHT} aria-hidden="true">
        {weeks.map((count, place) => {
          const height = Math.max(1, (count / greatest) * HEIGHT)
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- A week is its place.
              key={place}
              x={place * (BAR_WIDTH + BAR_GAP)}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              className={classes['week']}
            />
          )
        })}
      </svg>
      <Text size="sm" lh={1.2} className={classes['whole'] ?? ''}>
        <b>{mean.toFixed(2)}</b>
        <br />
        per week
      </Text>
    </div>
  )
}

function LastParticipant({ trial: { forecast, trial_status_id, planned_end, sample_size } }: { trial: RunningTrial }) {
  const plan = sample_size === 0 ? null : `Plan: ${formatDay(planned_end)}`
  if (forecast === null)
    return (
      <div>
        <b>No forecast</b>
        <Text size="xs" c="dimmed">
          {[trial_status_id === PAUSED ? 'Paused' : 'Not enough participants or no limit', plan]
            .filter((part) => part !== null)
            .join(' · ')}
        </Text>
      </div>
    )
  const month = (day: string) => formatMonth(day.slice(0, 7))
  return (
    <div>
      <b>{month(forecast.on)}</b>
      <Text size="xs" c="dimmed">
        <span className={classes['whole']}>Likely {month(forecast.earliest)}</span>{' '}
        <span className={classes['whole']}>to {month(forecast.latest)} (80%)</span>
      </Text>
      {plan !== null && (
        <Text size="xs" c={forecast.on > planned_end ? 'amber' : 'dimmed'}>
          {plan}
        </Text>
      )}
    </div>
  )
}
