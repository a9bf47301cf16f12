import type { TrialStatistics } from '#contract/trials'
import { reachesSite, type PermittedSites } from '#domain/people/permissions'
import { RECENT_DAYS, siteCourse } from '#domain/trials/site-course'
import { findSiteRecruitment, type SiteRecruitment } from '../../ground/db/desk'
import { countBySiteSince } from '../../ground/db/statistics'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import { dayIn } from '../../ground/time/calendar'
import { earlierByMs } from '../../ground/time/clock'
import { dayNumber } from '../../ground/time/day-number'

const DAY_MS = 86_400_000

/** The recruitment of the participating sites that the viewer reaches, beside an even share of the plan. */
export const siteCourses = async (
  snapshot: Queries,
  trial: WholeTrial,
  { sites, now }: { sites: PermittedSites; now: string },
): Promise<TrialStatistics['site_courses']> => {
  const all = await findSiteRecruitment(snapshot, [trial.id])
  const recent = await countBySiteSince(snapshot, trial.id, { sites, since: earlierByMs(now, RECENT_DAYS * DAY_MS) })
  const plan = { ...trial, end: dayNumber(trial.end_on), sites: all.length }
  const today = dayNumber(trial.ended_on ?? dayIn(trial.selected_timezone, now))
  return all
    .filter(({ id }) => reachesSite(sites, id))
    .map((site) => {
      const { id, title, count } = site
      const since = firstDay(trial, site)
      const course = siteCourse(plan, { count, since: since === null ? null : dayNumber(since) }, today)
      return { id, title, count, recent: recent.get(id) ?? 0, since, ...course }
    })
}

/** The day of the trial's start, or a later one on which the site was added or opened; null before. */
const firstDay = (trial: WholeTrial, { opened_at, added_at }: SiteRecruitment): string | null => {
  if (trial.started_on === null || (trial.is_opening_sites && opened_at === null)) return null
  const from = trial.is_opening_sites ? opened_at : added_at
  const day = from === null ? trial.started_on : dayIn(trial.selected_timezone, from)
  return day > trial.started_on ? day : trial.started_on
}
