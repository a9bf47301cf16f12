import * as v from 'valibot'
import { endpoint } from './endpoint'
import { date, id, instant } from './fields'
import { signedIn } from './needs'

const count = v.number()
const inTrial = v.strictObject({ id, title: v.string() })

/** The kinds of decisions that wait for people who run trials or the service, the most urgent first. */
export const DECISION_KINDS = [
  'open_alarms',
  'wrong_clock',
  'incomplete_checks',
  'failed_jobs',
  'old_backup',
  'unsent_actions',
  'failed_emails',
  'expiring_packs',
  'unconfirmed_design',
  'list_running_out',
  'unconfirmed_list',
  'near_cap',
  'sites_to_open',
  'unblinded',
  'flagged',
  'unreviewed_unblindings',
  'ending_accounts',
  'unused_invitations',
  'paused',
] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

const decision = v.strictObject({
  kind: v.picklist(DECISION_KINDS),
  /** Null for the service as a whole. */
  trial: v.nullable(inTrial),
  /** How many records it is about. */
  count,
  /** The last of them, and of accounts that end or ended the first end; null where it has no instant. */
  at: v.nullable(instant),
  /** The first day on which it matters, of packs that expire. */
  on: v.nullable(date),
})
export type Decision = v.InferOutput<typeof decision>

const runningTrial = v.strictObject({
  ...inTrial.entries,
  trial_status_id: id,
  is_blinded_whole: v.boolean(),
  is_blinded_partial: v.boolean(),
  sample_size: count,
  num_sampled: count,
  planned_end: date,
  /** How many there should be by today; null without a plan. */
  expected: v.nullable(count),
  /** The likely day of the last participant and its 80% interval; null where nothing can be forecast. */
  forecast: v.nullable(v.strictObject({ on: date, earliest: date, latest: date })),
  /** Participants in each of the last twelve weeks, the present one last. */
  weeks: v.pipe(v.array(count), v.length(12)),
})
export type RunningTrial = v.InferOutput<typeof runningTrial>

const desk = v.strictObject({
  /** The running trials, the earliest first. */
  trials: v.array(runningTrial),
  decisions: v.array(decision),
  /** Sites without a recent participant, the longest silent first, those without any participant last. */
  silent_sites: v.array(
    v.strictObject({
      trial: inTrial,
      site: v.strictObject({ id, title: v.string() }),
      days: count,
      is_never: v.boolean(),
    }),
  ),
  /** Stocks at their alert level or under it; of the whole trial where the site is null. */
  low_stock: v.array(
    v.strictObject({
      trial: inTrial,
      site: v.nullable(v.strictObject({ id, title: v.string() })),
      allocatable: count,
      level: count,
    }),
  ),
})
export type Desk = v.InferOutput<typeof desk>

export const getDesk = endpoint({
  method: 'GET',
  path: 'auth/me/desk',
  summary: 'Read the progress of the user’s own trials, and what needs a decision in them and in the service',
  needs: signedIn,
  status: 200,
  response: desk,
  is_versioned: true,
})
