import { flagStatusOf } from '#domain/flagging'
import { can } from '#domain/permissions'
import type { ReportCell } from '#domain/report'
import { studyPackStatusOfId } from '#domain/study-pack'
import { timeIn } from '../../calendar'
import type { ParticipantActs } from '../../db/participant-history'
import type { ParticipantRow } from '../../db/participants'
import type { WholeTrial } from '../../db/trials'
import type { TrialView } from '../authorise'
import { shownAccident, shownError, type ShownError } from '../participants/shown-acts'
import { shownParticipant } from '../participants/show-participant'

/** One column of the long report. */
export type LongColumn = { heading: string; cell: (row: ParticipantRow, acts: ParticipantActs) => ReportCell }

/**
 * What the long report tells of a participant, column by column. Strata stand as they were used; an error and what would have
 * been right stand beside them, side by side, and change nothing. What was done offline is told by both clocks.
 */
export const longColumns = (trial: WholeTrial, view: TrialView): LongColumn[] => {
  const at = (instant: string) => timeIn(trial.selected_timezone, instant)
  const errors = (acts: ParticipantActs) => acts.errors.map((error) => shownError(error, view))
  return [
    { heading: 'Sequence number', cell: (row) => row.trial_sequence_no },
    { heading: `Randomised at (${trial.selected_timezone})`, cell: (row) => at(row.created_at) },
    { heading: 'Randomised by', cell: (_row, acts) => acts.randomised_by.name },
    ...(trial.is_participant_id_used
      ? [{ heading: trial.participant_id_label ?? 'Participant ID', cell: (row: ParticipantRow) => row.participant_id }]
      : []),
    { heading: 'Site', cell: (row) => row.site.title },
    ...stratumColumns(trial, view),
    { heading: 'Study group', cell: (row) => shownParticipant(row, view).study_group.name },
    ...(trial.is_managing_packs ? packColumns(at) : []),
    { heading: 'Flag status', cell: (row) => flagStatusOf(row.is_flagged) },
    {
      heading: 'Flags',
      cell: (row) =>
        lines(
          row.flags.map(
            ({ is_flagged, flagged_by_user, comment, ...flag }) =>
              `${flagStatusOf(is_flagged)} by ${flagged_by_user.name}, ${clocks(at, flag)}: ${comment}`,
          ),
        ),
    },
    {
      heading: 'Unblinded',
      cell: (_row, acts) =>
        lines(acts.unblindings.map((act) => `To ${act.by.name}, ${clocks(at, act)}: ${act.comment}`)),
    },
    {
      heading: 'Unblinded by accident',
      cell: (_row, acts) =>
        lines(
          acts.inadvertent_unblindings.map(
            (act) => `Recorded by ${act.by.name}, ${clocks(at, act)}: ${shownAccident(act, view)}`,
          ),
        ),
    },
    {
      heading: 'Randomised in error',
      cell: (_row, acts) =>
        lines(errors(acts).map((error) => `${error.title}, ${error.by.name}, ${clocks(at, error)}: ${error.comment}`)),
    },
    { heading: 'As used', cell: (_row, acts) => lines(errors(acts).map((error) => side(error, 'used'))) },
    { heading: 'Corrected', cell: (_row, acts) => lines(errors(acts).map((error) => side(error, 'corrected'))) },
  ]
}

const stratumColumns = (trial: WholeTrial, view: TrialView): LongColumn[] =>
  can(view.permission, 'viewStrata')
    ? trial.trial_strata.map(({ name }) => ({
        heading: `${name} (as used)`,
        cell: (row) => row.strata.find(({ stratum }) => stratum === name)?.option ?? null,
      }))
    : []

const packColumns = (at: (instant: string) => string): LongColumn[] => [
  { heading: 'Study pack', cell: (row) => lines(packsOf(row).map(({ pack_id }) => pack_id)) },
  {
    heading: 'Study pack status',
    cell: (row) =>
      lines(packsOf(row).map(({ study_pack_status_id }) => studyPackStatusOfId(study_pack_status_id)?.name ?? '')),
  },
  {
    heading: 'Study pack actions',
    cell: (_row, acts) =>
      lines(
        acts.study_packs.map((act) => `Study pack ${act.pack_id}: ${act.action}, ${act.by.name}, ${clocks(at, act)}`),
      ),
  },
]

const packsOf = (row: ParticipantRow) => row.groups.flatMap(({ study_pack }) => study_pack ?? [])

/** When something was recorded and, where it was done before that, when it was done by the clock of the device. */
const clocks = (
  at: (instant: string) => string,
  { created_at, performed_at = null }: { created_at: string; performed_at?: string | null },
): string => (performed_at === null ? at(created_at) : `${at(created_at)} (done at ${at(performed_at)})`)

const side = (error: ShownError, which: 'used' | 'corrected'): string =>
  error.strata.length > 0
    ? error.strata.map((one) => `${one.stratum}: ${one[which]}`).join(', ')
    : ((which === 'used' ? error.as_used : error.corrected) ?? '')

/** Several things in one cell, numbered so that those of one line can be found in the columns beside it. */
const lines = (texts: readonly string[]): string | null => {
  const [only] = texts
  if (only === undefined) return null
  return texts.length === 1 ? only : texts.map((text, index) => `${index + 1}. ${text}`).join('\n')
}
