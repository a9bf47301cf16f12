import type { ReportCell } from '#domain/report'
import { dayIn } from '../../calendar'
import type { PackAct, ParticipantActs } from '../../db/participant-history'
import type { ParticipantRow } from '../../db/participants'
import type { WholeTrial } from '../../db/trials'
import type { TrialView } from '../authorise'
import { shownAccident, shownError, shownUnblindings, type ShownError } from '../participants/shown-acts'
import { isToldByDay } from '../study-packs/shown-pack-logs'
import { lines, participantColumns, timesOf } from './participant-columns'

/** One column of the long report. */
export type LongColumn = { heading: string; cell: (row: ParticipantRow, acts: ParticipantActs) => ReportCell }

/**
 * What the long report tells of a participant, column by column. Strata stand as they were used; an error and what would have
 * been right stand beside them, side by side, and change nothing. What was done offline is told by both clocks.
 */
export const longColumns = (trial: WholeTrial, view: TrialView): LongColumn[] => {
  const at = timesOf(trial)
  const errors = (acts: ParticipantActs) => acts.errors.map((error) => shownError(error, view))
  const listed = participantColumns(trial, view)
  const reader = { visibility: view.visibility, time_zone: trial.selected_timezone }
  const doneBy = ({ by, ...act }: PackAct): string =>
    isToldByDay({ ...act, actioned_by_user: by }, reader)
      ? dayIn(reader.time_zone, act.created_at)
      : `${by.name}, ${at(act)}`
  return [
    ...listed.sequence,
    ...listed.randomised_at,
    { heading: 'Randomised by', cell: (_row, acts) => acts.randomised_by.name },
    ...listed.participant_id,
    ...listed.site,
    ...listed.strata,
    ...listed.study_group,
    ...listed.study_packs,
    ...(trial.is_managing_packs
      ? [
          {
            heading: 'Study pack actions',
            cell: (_row: ParticipantRow, acts: ParticipantActs) =>
              lines(acts.study_packs.map((act) => `Study pack ${act.pack_id}: ${act.action}, ${doneBy(act)}`)),
          },
        ]
      : []),
    ...listed.flag_status,
    ...listed.flags,
    {
      heading: 'Unblinded',
      cell: (_row, acts) =>
        lines(shownUnblindings(acts.unblindings, view).map((act) => `To ${act.by.name}, ${at(act)}: ${act.comment}`)),
    },
    {
      heading: 'Unblinded by accident',
      cell: (_row, acts) =>
        lines(
          acts.inadvertent_unblindings.map(
            (act) => `Recorded by ${act.by.name}, ${at(act)}: ${shownAccident(act, view)}`,
          ),
        ),
    },
    {
      heading: 'Randomised in error',
      cell: (_row, acts) =>
        lines(errors(acts).map((error) => `${error.title}, ${error.by.name}, ${at(error)}: ${error.comment}`)),
    },
    { heading: 'As used', cell: (_row, acts) => lines(errors(acts).map((error) => side(error, 'used'))) },
    { heading: 'Corrected', cell: (_row, acts) => lines(errors(acts).map((error) => side(error, 'corrected'))) },
  ]
}

const side = (error: ShownError, which: 'used' | 'corrected'): string =>
  error.strata.length > 0
    ? error.strata.map((one) => `${one.stratum}: ${one[which]}`).join(', ')
    : ((which === 'used' ? error.as_used : error.corrected) ?? '')
