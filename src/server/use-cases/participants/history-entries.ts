import type { HistoryEntry } from '#contract/participant-actions'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import type { RecordedPackAction, RecordedActions, RecordedError } from '../../ground/db/participant-history'
import type { ParticipantRow } from '../../ground/db/participants'
import type { TrialView } from '../call/view'
import { isShownByDay, noonOf } from '../study-packs/shown-pack-logs'
import { shownAccident, shownError, shownUnblindings } from './shown-actions'
import { shownParticipant } from './show-participant'

/**
 * The events of a participant, in the order of recording, in words for this viewer: the group by their visibility,
 * stratum answers where they may see them, and other people's words about a revealed group only where they see as much
 * of the groups as the author could. Comments on flags and the reason of a first unblinding, given before the group was
 * shown, are for everybody.
 */
export const historyEntries = (row: ParticipantRow, actions: RecordedActions, view: TrialView): HistoryEntry[] =>
  [
    ...randomised(row, actions, view),
    ...flags(row),
    ...actions.study_packs.map((action) => packEntry(action, view)),
    ...shownUnblindings(actions.unblindings, view).map((action) =>
      entry('unblinded', action, `Study group disclosed to ${action.by.name}: ${action.comment}`),
    ),
    ...actions.inadvertent_unblindings.map((action) =>
      entry('inadvertent_unblinding', action, accidentText(action, view)),
    ),
    ...actions.errors.map((error) => entry('randomised_in_error', error, errorText(error, view))),
    // A stable sort: events of the same time stay in the order above.
  ]
    .toSorted((one, other) => Date.parse(one.recorded_at) - Date.parse(other.recorded_at))
    .map(({ recorded_at: _recorded_at, ...one }) => one)

/** An entry with the time of its recording, of which its reader may see only the day. */
type Recorded = HistoryEntry & { recorded_at: string }

type Done = {
  created_at: string
  performed_at?: string | null
  clock_uncertain?: boolean
  by: HistoryEntry['by']
}

const entry = (
  kind: HistoryEntry['kind'],
  { created_at, performed_at = null, clock_uncertain = false, by }: Done,
  text: string,
): Recorded => ({ recorded_at: created_at, at: created_at, performed_at, clock_uncertain, by, kind, text })

const randomised = (row: ParticipantRow, { randomised_by }: RecordedActions, view: TrialView): Recorded[] => {
  const done = { created_at: row.created_at, by: randomised_by }
  const { study_group, strata = [] } = shownParticipant(row, view)
  const facts = [
    `Randomised at ${row.site.title}`,
    ...strata.map(({ stratum, option }) => `${stratum}: ${option}`),
    `Study group: ${study_group.name}`,
  ]
  const packs = row.groups.flatMap(({ study_pack }) => study_pack ?? [])
  return [
    entry('randomised', done, facts.join(' · ')),
    ...packs.map(({ pack_id }) => entry('study_pack_allocated', done, `Study pack ${pack_id} allocated`)),
  ]
}

/**
 * The reason is omitted: viewers of the pack's own page may know more of it than viewers of the participant. If its
 * person saw more of the groups than the reader, only the day is shown.
 */
const packEntry = (
  { action, pack_id, writer_sight, time_zone, ...done }: RecordedPackAction,
  { visibility }: TrialView,
): Recorded => {
  const { participant_event, participle } = STUDY_PACK_ACTIONS[action]
  const whole = entry(participant_event, done, `Study pack ${pack_id} ${participle}`)
  const reader = { visibility, time_zone }
  if (!isShownByDay({ action, actioned_by_user: done.by, writer_sight }, reader)) return whole
  return {
    ...whole,
    at: noonOf(done.created_at, reader),
    performed_at: null,
    clock_uncertain: false,
    by: null,
    is_day_only: true,
  }
}

const flags = (row: ParticipantRow): Recorded[] =>
  row.flags.map(({ is_flagged, flagged_by_user, comment, ...done }) =>
    is_flagged
      ? entry('flagged', { ...done, by: flagged_by_user }, `Flagged: ${comment}`)
      : entry('unflagged', { ...done, by: flagged_by_user }, `Unflagged: ${comment}`),
  )

const accidentText = (accident: { comment: string }, view: TrialView): string =>
  `Study group became known by accident: ${shownAccident(accident, view)}`

const errorText = (error: RecordedError, view: TrialView): string => {
  const { title, comment, strata, as_used, corrected } = shownError(error, view)
  return [
    `Randomised in error, ${title.toLowerCase()}: ${comment}`,
    ...strata.map((at) => `${at.stratum}: used ${at.used}, corrected ${at.corrected}`),
    ...(as_used === null ? [] : [`As used: ${as_used}`]),
    ...(corrected === null ? [] : [`Corrected: ${corrected}`]),
  ].join(' · ')
}
