import { MAX_FOUND, type Found, type FoundKind, type searchEverything as endpoint } from '#contract/search'
import { listStudyPacks } from '#contract/study-packs'
import { listTrialUsers } from '#contract/trial-users'
import { accepted } from '#domain/outcome'
import { flagStatusOf } from '#domain/participants/flagging'
import { can, canInSystem, systemPermission, trialPermission } from '#domain/people/permissions'
import { actionsIn, isActionNamed, TRIAL_ACTION_NAMES } from '#domain/people/trial-action'
import { ACTIVE_STATUS_KEYS, trialStatusOfKey } from '#domain/trials/trial-status'
import {
  findSearchedTrials,
  searchParticipants,
  searchStudyPacks,
  searchTrialUsers,
  searchUsers,
} from '../../ground/db/search'
import type { Queries } from '../../ground/db/transaction'
import { auditVisibility } from '../audit/audit-visibility'
import { shownAudits } from '../audit/shown-audits'
import type { Actor, ReadHandler } from '../call/call'
import { reachedTrials } from '../trials/list-trials'

/**
 * The matches of a text in everything that the person may list, by their trials, sites and rights like each list. No
 * study group is searched or answered.
 */
export const searchEverything: ReadHandler<typeof endpoint> = async ({ context, actor, query }) => {
  const { queries } = context.database
  const trials = await permittedTrials(queries, actor)
  const search = { q: query.q, limit: MAX_FOUND + 1 }
  const firstOf = (kind: FoundKind) => recentIds(query.recent, kind)
  const participants = await searchParticipants(queries, trials, { ...search, first: firstOf('participant') })
  const withPacks = trials.filter(({ permission, trial }) => trial.is_managing_packs && can(permission, SEES_PACKS))
  const packs = await searchStudyPacks(queries, withPacks, {
    ...search,
    first: firstOf('study_pack'),
    participants: query.q === '' ? [] : participants.map(({ id }) => id),
  })
  const users = await foundUsers(queries, { actor, trials }, { ...search, first: firstOf('user') })
  const titles = new Map(trials.map(({ trial }) => [trial.id, { id: trial.id, title: trial.title }]))
  const trialOf = (id: number) => titles.get(id) ?? { id, title: '' }
  const found = {
    participants: participants.map(({ trial_id, is_flagged, ...row }) => ({
      ...row,
      trial: trialOf(trial_id),
      flag_status: { name: flagStatusOf(is_flagged) },
    })),
    study_packs: packs.map(({ trial_id, participant_id, trial_sequence_no, participant_name, ...row }) => ({
      ...row,
      trial: trialOf(trial_id),
      participant:
        participant_id === null || trial_sequence_no === null
          ? null
          : { id: participant_id, trial_sequence_no, participant_id: participant_name },
    })),
    acts: foundActions(trials, query).map(({ name, trial_id }) => ({ name, trial: trialOf(trial_id) })),
    trials: foundTrials(trials, query.q, firstOf('trial')),
    users: users.map(({ trial_id, ...user }) => ({ ...user, trial: trial_id === null ? null : trialOf(trial_id) })),
  }
  return accepted({ ...cut(found), audit_logs: await foundAudits(queries, actor, query.q, firstOf('audit_log')) })
}

const SEES_PACKS = listStudyPacks.needs.can
const SEES_USERS = listTrialUsers.needs.can

const recentIds = (recent: readonly string[], kind: FoundKind): number[] =>
  recent.filter((name) => name.startsWith(`${kind}-`)).map((name) => Number(name.slice(kind.length + 1)))

/** The trials that a person may see, with their permission there. */
const permittedTrials = async (queries: Queries, { permissions }: Actor) => {
  const trials = await findSearchedTrials(queries, reachedTrials(permissions))
  return trials
    .map((trial) => ({
      trial,
      trial_id: trial.id,
      is_site_managing_packs: trial.is_site_managing_packs,
      ...trialPermission(trial, permissions),
    }))
    .filter(({ permission }) => can(permission, 'viewTrial'))
}
type PermittedTrial = Awaited<ReturnType<typeof permittedTrials>>[number]

/** Without a text every trial matches: a few are offered, running ones first. */
const foundTrials = (trials: readonly PermittedTrial[], q: string, first: readonly number[]) => {
  const text = q.toLowerCase()
  const matches = ({ trial }: PermittedTrial) => trial.title.toLowerCase().includes(text) || String(trial.id) === q
  return trials
    .filter(matches)
    .map(({ trial }) => ({ id: trial.id, title: trial.title, trial_status_id: trial.trial_status_id }))
    .toSorted((one, other) => rankOf(other, first) - rankOf(one, first))
}

const rankOf = ({ id, trial_status_id }: { id: number; trial_status_id: number }, first: readonly number[]) =>
  (first.includes(id) ? 2 : 0) + (RUNNING.includes(trial_status_id) ? 1 : 0)

const RUNNING: readonly number[] = ACTIVE_STATUS_KEYS.map((key) => trialStatusOfKey(key)?.id ?? 0)

/** The actions that may be begun in each trial: recent ones first, then by kind, with the newest trial first. */
const foundActions = (trials: readonly PermittedTrial[], { q, recent }: { q: string; recent: readonly string[] }) => {
  const isRecent = (name: string, trialId: number) => recent.includes(`${name}-${trialId}`)
  return trials
    .flatMap(({ trial, trial_id, permission }) =>
      actionsIn(trial, permission)
        .filter((name) => (q === '' ? isRecent(name, trial_id) : isActionNamed(name, trial.title, q)))
        .map((name) => ({ name, trial_id })),
    )
    .toSorted(
      (one, other) =>
        Number(isRecent(other.name, other.trial_id)) - Number(isRecent(one.name, one.trial_id)) ||
        TRIAL_ACTION_NAMES.indexOf(one.name) - TRIAL_ACTION_NAMES.indexOf(other.name),
    )
}

type Place = { actor: Actor; trials: readonly PermittedTrial[] }
type UsersSearch = Parameters<typeof searchUsers>[1]

/**
 * Anybody, for people who manage the users of the service; else the people of the trials whose users the person sees.
 */
const foundUsers = async (queries: Queries, { actor, trials }: Place, search: UsersSearch) => {
  if (canInSystem(systemPermission(actor.permissions), 'manageUsers')) {
    const users = await searchUsers(queries, search)
    return users.map((user) => ({ ...user, trial_id: null }))
  }
  const seen = trials.filter(({ permission }) => can(permission, SEES_USERS))
  return (await searchTrialUsers(queries, seen, search)).map((user) => ({ ...user, email: null }))
}

/** An audit entry by its number, as the list shows it. */
const foundAudits = async (queries: Queries, actor: Actor, q: string, first: readonly number[]) => {
  const ids = q === '' ? first : /^[1-9]\d{0,14}$/.test(q) ? [Number(q)] : []
  if (ids.length === 0 || !canInSystem(systemPermission(actor.permissions), 'viewAuditLogs')) return []
  const visibility = await auditVisibility(queries, actor)
  const entries = await shownAudits(queries, ids, { actor, visibility, limit: 0 })
  return entries.slice(0, MAX_FOUND).map(({ id, created_at, description }) => ({ id, created_at, description }))
}

/** At most so many of each kind, and the kinds of which there are more. */
const cut = (lists: Omit<Found, 'audit_logs' | 'has_more'>) => ({
  participants: lists.participants.slice(0, MAX_FOUND),
  study_packs: lists.study_packs.slice(0, MAX_FOUND),
  acts: lists.acts.slice(0, MAX_FOUND),
  trials: lists.trials.slice(0, MAX_FOUND),
  users: lists.users.slice(0, MAX_FOUND),
  has_more: KINDS_OF_LISTS.filter((kind) => lists[kind].length > MAX_FOUND),
})

const KINDS_OF_LISTS = ['participants', 'study_packs', 'acts', 'trials', 'users'] as const
