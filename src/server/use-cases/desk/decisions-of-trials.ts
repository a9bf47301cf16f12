import type { Decision, DecisionKind } from '#contract/desk'
import { can, type TrialCapability } from '#domain/people/permissions'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { confirmationRefusal } from '#domain/trials/design-confirmation'
import { PAUSED } from '#domain/trials/trial-status'
import { countShortStrata, findWaitingLists } from '../../ground/db/allocation-lists'
import { countCapsNear } from '../../ground/db/cap-counts'
import {
  findExpiringPacks,
  countFailedEmails,
  countNewFlags,
  countUnblindings,
  findSiteRecruitment,
  type Tally,
} from '../../ground/db/desk'
import { listDeviceActions } from '../../ground/db/device-actions'
import type { Queries } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import { dayIn } from '../../ground/time/calendar'
import { earlierByMs } from '../../ground/time/clock'
import type { Actor } from '../call/call'
import { findCurrentDesign } from '../trials/find-current-design'
import type { DeskTrial } from './desk-trials'

type Place = { trials: readonly DeskTrial[]; actor: Actor; now: string }

const WEEK_MS = 7 * 86_400_000
/** The same days as the filter of the list of study packs. */
const SOON_MS = 30 * 86_400_000

/** The decisions that wait in the trials that a person runs, as far as they may take them, the most urgent first. */
export const decisionsOfTrials = async (queries: Queries, { trials, actor, now }: Place): Promise<Decision[]> => {
  const withRight = (needs: TrialCapability) => trials.filter(({ permission }) => can(permission, needs))
  const idsOf = (some: readonly DeskTrial[]) => some.map(({ trial }) => trial.id)
  const decisionsFrom = (kind: DecisionKind, tallies: readonly Omit<Tally, 'at'>[] | readonly Tally[]): Decision[] =>
    tallies.flatMap((tally) => {
      const found = trials.find(({ trial }) => trial.id === tally.trial_id)
      if (found === undefined || tally.count === 0) return []
      const { id, title } = found.trial
      return [{ kind, trial: { id, title }, count: tally.count, at: 'at' in tally ? tally.at : null, on: null }]
    })
  const since = earlierByMs(now, WEEK_MS)
  const all = idsOf(trials)
  return [
    ...decisionsFrom('unsent_actions', await unsentActions(queries, trials)),
    ...decisionsFrom('failed_emails', await countFailedEmails(queries, idsOf(withRight('resendMessage')))),
    ...(await expiringPacks(queries, withRight('viewStudyPacks'), now)),
    ...decisionsFrom('unconfirmed_design', await unconfirmedDesigns(queries, withRight('confirmDesign'), actor)),
    ...decisionsFrom('list_running_out', await shortLists(queries, withRight('manageAllocationList'))),
    ...decisionsFrom('unconfirmed_list', await unconfirmedLists(queries, withRight('manageAllocationList'), actor)),
    ...decisionsFrom(
      'near_cap',
      await countCapsNear(queries, idsOf(withRight('hearOfIncidents')), idsOf(withRight('viewOpenBalance'))),
    ),
    ...decisionsFrom('sites_to_open', await sitesToOpen(queries, withRight('openSite'))),
    ...decisionsFrom('unblinded', await countUnblindings(queries, all, since)),
    ...decisionsFrom('flagged', await countNewFlags(queries, all, since)),
    ...decisionsFrom(
      'paused',
      withRight('changeTrialStatus')
        .filter(({ trial }) => trial.trial_status_id === PAUSED)
        .map(({ trial }) => ({ trial_id: trial.id, count: 1 })),
    ),
  ]
}

/** The trial's page shows the people and subjects, to viewers who may see them. */
const unsentActions = async (queries: Queries, trials: readonly DeskTrial[]): Promise<Tally[]> => {
  const tallies: Tally[] = []
  for (const { trial, sites } of trials) {
    // oxlint-disable-next-line no-await-in-loop -- One connection reads them anyhow.
    const [newest] = await listDeviceActions(queries, trial.id, sites, studyPackStatusId('allocated'))
    if (newest !== undefined) tallies.push({ trial_id: trial.id, count: newest.total, at: newest.reported_at })
  }
  return tallies
}

const expiringPacks = async (queries: Queries, trials: readonly DeskTrial[], now: string): Promise<Decision[]> => {
  const decisions: Decision[] = []
  for (const { trial } of trials.filter((one) => one.trial.is_managing_packs)) {
    const day = (instant: string) => dayIn(trial.selected_timezone, instant)
    // oxlint-disable-next-line no-await-in-loop -- Each trial has its own day.
    const found = await findExpiringPacks(queries, trial.id, {
      today: day(now),
      until: day(earlierByMs(now, -SOON_MS)),
    })
    if (found.on === null) continue
    const { id, title } = trial
    decisions.push({ kind: 'expiring_packs', trial: { id, title }, count: found.count, at: null, on: found.on })
  }
  return decisions.toSorted((one, other) => ((one.on ?? '') < (other.on ?? '') ? -1 : 1))
}

/** Designs that this person may confirm: never one that they changed last. */
const unconfirmedDesigns = async (queries: Queries, trials: readonly DeskTrial[], actor: Actor) => {
  const waiting: Omit<Tally, 'at'>[] = []
  for (const { trial } of trials.filter((one) => one.trial.is_design_checked)) {
    // oxlint-disable-next-line no-await-in-loop -- Few trials ask for a second person and have not begun.
    const whole = await findTrial(queries, trial.id)
    if (whole === undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- As above.
    const { design, confirmed } = await findCurrentDesign(queries, whole)
    const by = { user_id: actor.user_id, shown_version: design.design_version }
    if (confirmationRefusal(design, confirmed, by) === null) waiting.push({ trial_id: trial.id, count: 1 })
  }
  return waiting
}

/** Strata that have few places left on the list of a trial that still draws. */
const shortLists = async (queries: Queries, trials: readonly DeskTrial[]): Promise<Tally[]> =>
  countShortStrata(
    queries,
    trials.map(({ trial }) => trial.id),
  )

/** Lists that this person may confirm. */
const unconfirmedLists = async (queries: Queries, trials: readonly DeskTrial[], actor: Actor): Promise<Tally[]> => {
  const waiting = await findWaitingLists(
    queries,
    trials.map(({ trial }) => trial.id),
  )
  return waiting
    .filter(({ uploaded_by }) => uploaded_by !== actor.user_id)
    .map(({ trial_id, at }) => ({ trial_id, count: 1, at }))
}

const sitesToOpen = async (queries: Queries, trials: readonly DeskTrial[]) => {
  const opening = trials.filter(({ trial }) => trial.is_opening_sites).map(({ trial }) => trial.id)
  const closed = (await findSiteRecruitment(queries, opening)).filter(({ opened_at }) => opened_at === null)
  return opening.map((trial_id) => ({ trial_id, count: closed.filter((site) => site.trial_id === trial_id).length }))
}
