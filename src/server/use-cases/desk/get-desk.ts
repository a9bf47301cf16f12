import type { Desk, getDesk as endpoint } from '#contract/desk'
import { accepted } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { isLowStock } from '#domain/study-packs/low-stock'
import { isSilent } from '#domain/trials/forecast'
import { isRunningStatus, STARTED } from '#domain/trials/trial-status'
import { countWeeks, findSiteRecruitment } from '../../ground/db/desk'
import { findWatchedStock } from '../../ground/db/stock-alerts'
import type { Queries } from '../../ground/db/transaction'
import type { ReadHandler } from '../call/call'
import { decisionsOfService } from './decisions-of-service'
import { decisionsOfTrials } from './decisions-of-trials'
import { runTrials, type DeskTrial } from './desk-trials'
import { recruitmentOf } from './recruitment-of'

const DAY_MS = 86_400_000

/**
 * The trials that a person runs: those about whose incidents they are told, at every site. Totals and dates alone,
 * which every viewer of a participant or pack list sees; no study group is read.
 */
export const getDesk: ReadHandler<typeof endpoint> = async ({ context, actor, now }) => {
  const { queries } = context.database
  const trials = await runTrials(queries, actor)
  const running = trials.filter(({ trial }) => isRunningStatus(trial.trial_status_id))
  const ids = running.map(({ trial }) => trial.id)
  const weeks = await countWeeks(queries, ids, now)
  return accepted({
    trials: running.map(({ trial, permission }) => recruitmentOf({ trial, permission, weeks, now })),
    decisions: [
      ...(await decisionsOfService(context, actor, now)),
      ...(await decisionsOfTrials(queries, { trials, actor, now })),
    ],
    silent_sites: await silentSites(queries, running, now),
    low_stock: await lowStock(queries, running, now),
  })
}

const named = ({ id, title }: DeskTrial['trial']) => ({ id, title })

/** Only of started trials: in a paused one nobody is randomised. */
const silentSites = async (
  queries: Queries,
  running: readonly DeskTrial[],
  now: string,
): Promise<Desk['silent_sites']> => {
  const started = running.filter(({ trial }) => trial.trial_status_id === STARTED).map(({ trial }) => trial)
  const sites = await findSiteRecruitment(
    queries,
    started.map(({ id }) => id),
  )
  const daysSince = (instant: string) => Math.floor((Date.parse(now) - Date.parse(instant)) / DAY_MS)
  return sites
    .flatMap(({ trial_id, id, title, count, first_at, last_at, opened_at, added_at }) => {
      const trial = started.find((one) => one.id === trial_id)
      const since = last_at ?? opened_at ?? laterOf(trial?.started_on ?? null, added_at)
      if (trial === undefined || since === null || (trial.is_opening_sites && opened_at === null)) return []
      const span = first_at === null || last_at === null ? 0 : (Date.parse(last_at) - Date.parse(first_at)) / DAY_MS
      const days = daysSince(since)
      if (!isSilent(days, { count, span })) return []
      return [{ trial: named(trial), site: { id, title }, days, is_never: count === 0 }]
    })
    .toSorted((one, other) => Number(one.is_never) - Number(other.is_never) || other.days - one.days)
}

/** The silence of a site that was added to a running trial begins with its addition, not with the trial's start. */
const laterOf = (startedOn: string | null, addedAt: string | null): string | null =>
  startedOn !== null && addedAt !== null && Date.parse(addedAt) > Date.parse(startedOn) ? addedAt : startedOn

/** The same as in the emails about low stock, for people who may see the packs. */
const lowStock = async (queries: Queries, running: readonly DeskTrial[], now: string): Promise<Desk['low_stock']> => {
  const trials = running
    .filter(({ trial, permission }) => trial.is_managing_packs && can(permission, 'viewStudyPacks'))
    .map(({ trial }) => trial)
  if (trials.length === 0) return []
  const watched = await findWatchedStock(
    queries,
    trials.map(({ id }) => id),
    now,
  )
  return watched.flatMap(({ trial_id, site, allocatable, level: alertAt }) => {
    const trial = trials.find(({ id }) => id === trial_id)
    return trial !== undefined && alertAt !== null && isLowStock(allocatable, alertAt)
      ? [{ trial: named(trial), site, allocatable, level: alertAt }]
      : []
  })
}
