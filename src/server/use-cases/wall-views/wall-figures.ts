import { expectedBy } from '#domain/trials/forecast'
import { RECENT_DAYS } from '#domain/trials/site-course'
import { forecastOfTrial } from '#domain/trials/running-trial'
import { countWeeks, findSiteRecruitment } from '../../ground/db/desk'
import { inSnapshot } from '../../ground/db/snapshot'
import { findTrial } from '../../ground/db/trials'
import { findWallViewByToken } from '../../ground/db/wall-views'
import { hashOf } from '../../ground/secrets/random-secret'
import { dayIn, wallClock } from '../../ground/time/calendar'
import { dayNumber, dayOfNumber } from '../../ground/time/day-number'
import type { ServerContext } from '../call/server-context'
import { trialStatusName } from '../../ground/stored-names'

const DAY_MS = 86_400_000

/** The figures of a trial on a screen in a corridor: totals alone, nothing of a person, a study group or a single site. */
export type WallFigures = {
  title: string
  status: string
  recruited: number
  /** 0 for no limit. */
  sample_size: number
  /** How many the plan expects by today, or by the day on which the trial ended; null without one. */
  expected: number | null
  ended_on: string | null
  planned_end: string
  last_seven_days: number
  forecast: { on: string; earliest: string; latest: string } | null
  sites: number
  recruiting_sites: number
  /** By the clock of the trial's zone. */
  at: string
}

type Wall = { state: 'unknown' | 'ended' } | { state: 'open'; figures: WallFigures }

/** The present figures of the link with this secret; all of one moment. */
export const wallFigures = ({ database, now }: ServerContext, token: string): Promise<Wall> =>
  inSnapshot(database, async (snapshot) => {
    const view = await findWallViewByToken(snapshot, hashOf(token))
    if (view === undefined) return { state: 'unknown' }
    const trial = view.ended_at === null ? await findTrial(snapshot, view.trial_id) : undefined
    if (trial === undefined) return { state: 'ended' }
    const at = now()
    const today = dayNumber(dayIn(trial.selected_timezone, at))
    const first = trial.started_on === null ? null : dayNumber(trial.started_on)
    const day = trial.ended_on === null ? today : dayNumber(trial.ended_on)
    const expected =
      first === null ? null : expectedBy({ sample_size: trial.sample_size, first, end: dayNumber(trial.end_on) }, day)
    const found = forecastOfTrial(trial, first, today)
    const weeks = await countWeeks(snapshot, [trial.id], at)
    const sites = await findSiteRecruitment(snapshot, [trial.id])
    const recent = Date.parse(at) - RECENT_DAYS * DAY_MS
    const dayAfter = (days: number) => dayOfNumber(today + days)
    return {
      state: 'open',
      figures: {
        title: trial.title,
        status: trialStatusName(trial.trial_status_id),
        recruited: trial.num_sampled,
        sample_size: trial.sample_size,
        expected: expected === null ? null : Math.round(expected),
        ended_on: trial.ended_on,
        planned_end: trial.end_on,
        last_seven_days: weeks.find(({ week }) => week === 0)?.count ?? 0,
        forecast: found && {
          on: dayAfter(found.days),
          earliest: dayAfter(found.earliest),
          latest: dayAfter(found.latest),
        },
        sites: sites.length,
        recruiting_sites: sites.filter(({ last_at }) => last_at !== null && Date.parse(last_at) > recent).length,
        at: wallClock(trial.selected_timezone, at),
      },
    }
  })
