import { earlierByMs } from '../../ground/time/clock'
import type { StudyPack, StudyPackEvent, StudyPackLog } from '#contract/study-packs'
import { seesMore } from '#domain/people/blinding'
import { can } from '#domain/people/permissions'
import { CHECK_HOLDS_MS } from '#domain/study-packs/second-person'
import { lastAllocationDate } from '#domain/study-packs/study-pack'
import { PACK_FIELDS } from '#domain/study-packs/study-pack-fields'
import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { findPackChecks, findPackLogs, type PackCheck, type StoredPackLog } from '../../ground/db/study-pack-logs'
import { findStudyPacks, packIdsInReach, type PackRules, type StudyPackRow } from '../../ground/db/study-packs'
import type { Queries } from '../../ground/db/transaction'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { sha256 } from '../../ground/secrets/sha256'
import type { TrialView } from '../call/view'
import { shownPackLog } from './shown-pack-logs'

type Viewer = { context: ServerContext; actor: Actor; view: TrialView; trial: PackRules }

type PacksQuery = {
  /** The requested packs, among those that the viewer reaches. */
  ids: readonly number[] | 'all'
  with_logs: boolean
}

/**
 * Packs that the viewer reaches, as they may see them: the group only for people who may know it, the code for nobody.
 */
export const shownStudyPacks = async (queries: Queries, viewer: Viewer, query: PacksQuery): Promise<StudyPack[]> => {
  const { trial, view } = viewer
  const rows = await findStudyPacks(queries, trial, view.sites, query.ids)
  const checks = trial.is_dispense_checked ? await currentChecks(queries, viewer) : null
  const logs = query.with_logs
    ? await findPackLogs(queries, packIdsInReach(queries, trial, view.sites, query.ids))
    : null
  return rows.map((row) => ({
    ...factsOf(row, viewer),
    ...(checks && permitsAction(row.study_pack_status_id, 'dispense')
      ? { checked_by_user: shownChecker(checks.get(row.id), viewer) }
      : {}),
    ...(logs && { study_pack_logs: shownLogs(logs.get(row.id) ?? [], viewer) }),
  }))
}

/**
 * The events of one pack. Ids count the logs of all packs, and so would reveal the order of actions: the place in the
 * list replaces them.
 */
const shownLogs = (logs: readonly StoredPackLog[], { view, trial }: Viewer): StudyPackLog[] => {
  const reader = { visibility: view.visibility, time_zone: trial.selected_timezone }
  return logs
    .filter(({ action }) => mayShowEvent(action, view))
    .map((log, index) => ({ ...shownPackLog(log, reader), id: index + 1 }))
}

/** Labels may have been printed group by group: their times are for people who see the groups. */
const mayShowEvent = (event: StudyPackEvent, { permission }: TrialView): boolean =>
  event !== 'print_label' || can(permission, 'viewGroupsOfPacks')

const factsOf = (row: StudyPackRow, { actor, view, trial }: Viewer): StudyPack => {
  const { confirmation_code, study_group_id, study_group_name, participant_id, trial_sequence_no, ...rest } = row
  const { allocated_at, ...facts } = rest
  const is_confirmable = trial.is_confirmable && confirmation_code !== null
  const isWaiting = permitsAction(row.study_pack_status_id, 'dispense')
  return {
    ...facts,
    last_allocation_date: lastAllocationDate(row),
    is_confirmable,
    ...(can(view.permission, PACK_FIELDS.study_group.needs) && {
      study_group: { id: study_group_id, name: study_group_name },
    }),
    ...(is_confirmable && isWaiting && { code_check: codeCheck(`${actor.user_id} ${row.id}`, confirmation_code) }),
    ...(participant_id !== null &&
      trial_sequence_no !== null && {
        participant: {
          id: participant_id,
          trial_sequence_no,
          ...(isWaiting && allocated_at !== null && { allocated_at }),
        },
      }),
  }
}

/** The same salt for the same viewer and pack: a new one would make every answer a changed one (decision 0107). */
const codeCheck = (viewerAndPack: string, code: string) => {
  const salt = sha256('code check of a pack ', viewerAndPack).toString('hex', 0, 8)
  return { salt, hash: sha256(salt, code).toString('hex') }
}

/**
 * The person who confirmed a pack, redacted like the logs: a person who saw more of the groups is not named. That it
 * was another person is shown, since nobody could dispense the pack otherwise (decision 0036).
 */
const shownChecker = (check: PackCheck | undefined, { actor, view }: Viewer): StudyPack['checked_by_user'] => {
  if (check === undefined) return null
  const isNamed = check.by.id === actor.user_id || !seesMore(check.writer_sight ?? 'names', view.visibility)
  return isNamed ? check.by : { id: null, name: 'Another person' }
}

/**
 * The person who confirmed each pack within the hour: of several, another person before the viewer, then the latest.
 */
const currentChecks = async (
  queries: Queries,
  { context, actor, trial }: Viewer,
): Promise<ReadonlyMap<number, PackCheck>> => {
  const since = earlierByMs(context.now(), CHECK_HOLDS_MS)
  const checks = new Map<number, PackCheck>()
  for (const check of await findPackChecks(queries, trial.id, since)) {
    const earlierCheck = checks.get(check.study_pack_id)
    const isBetter = earlierCheck?.by.id === actor.user_id && check.by.id !== actor.user_id
    if (!earlierCheck || isBetter) checks.set(check.study_pack_id, check)
  }
  return checks
}
