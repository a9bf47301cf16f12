import { dayIn } from '../../ground/time/calendar'
import type { RecordedPackAction, RecordedActions } from '../../ground/db/participant-history'
import type { ParticipantRow } from '../../ground/db/participants'
import type { WholeTrial } from '../../ground/db/trials'
import type { TrialView } from '../call/view'
import { shownAccident, shownError, shownUnblindings, type ShownError } from '../participants/shown-actions'
import { isShownByDay } from '../study-packs/shown-pack-logs'
import type { DownloadColumn, NamedColumns } from './download'
import { lines, participantColumns, timesOf, type ParticipantColumn } from './participant-columns'

/** A participant with the actions on and events about them. */
export type LongRow = { row: ParticipantRow; actions: RecordedActions }

/**
 * The columns of the long report, in the order of its list in `LIST_COLUMNS`. Strata are those that the draw used; an
 * error and the right answers stand beside them and change nothing. Offline actions have the times of both clocks.
 */
export const longColumns = (trial: WholeTrial, view: TrialView): NamedColumns<LongRow> => {
  const at = timesOf(trial)
  const errors = (actions: RecordedActions) => actions.errors.map((error) => shownError(error, view))
  const listed = participantColumns(trial, view)
  const reader = { visibility: view.visibility, time_zone: trial.selected_timezone }
  const doneBy = ({ by, ...action }: RecordedPackAction): string =>
    isShownByDay({ ...action, actioned_by_user: by }, reader)
      ? dayIn(reader.time_zone, action.created_at)
      : `${by.name}, ${at(action)}`
  return {
    trial_sequence_no: ofRow(listed.trial_sequence_no),
    created_at: ofRow(listed.created_at),
    randomised_by: [{ heading: 'Randomised by', cell: ({ actions }) => actions.randomised_by.name }],
    participant_id: ofRow(listed.participant_id),
    site: ofRow(listed.site),
    strata: ofRow(listed.strata),
    study_group: ofRow(listed.study_group),
    study_packs: ofRow(listed.study_packs),
    study_pack_actions: trial.is_managing_packs
      ? [
          {
            heading: 'Study pack actions',
            cell: ({ actions }) =>
              lines(
                actions.study_packs.map(
                  (action) => `Study pack ${action.pack_id}: ${action.action}, ${doneBy(action)}`,
                ),
              ),
          },
        ]
      : [],
    flag_status: ofRow(listed.flag_status),
    flags: ofRow(listed.flags),
    unblindings: [
      {
        heading: 'Unblinded',
        cell: ({ actions }) =>
          lines(
            shownUnblindings(actions.unblindings, view).map(
              (action) => `To ${action.by.name}, ${at(action)}: ${action.comment}`,
            ),
          ),
      },
    ],
    inadvertent_unblindings: [
      {
        heading: 'Unblinded by accident',
        cell: ({ actions }) =>
          lines(
            actions.inadvertent_unblindings.map(
              (action) => `Recorded by ${action.by.name}, ${at(action)}: ${shownAccident(action, view)}`,
            ),
          ),
      },
    ],
    errors: [
      {
        heading: 'Randomised in error',
        cell: ({ actions }) =>
          lines(errors(actions).map((error) => `${error.title}, ${error.by.name}, ${at(error)}: ${error.comment}`)),
      },
    ],
    as_used: [
      { heading: 'As used', cell: ({ actions }) => lines(errors(actions).map((error) => side(error, 'used'))) },
    ],
    corrected: [
      { heading: 'Corrected', cell: ({ actions }) => lines(errors(actions).map((error) => side(error, 'corrected'))) },
    ],
  }
}

/** The columns of a list of participants, as columns of this report. */
const ofRow = (columns: readonly ParticipantColumn[]): DownloadColumn<LongRow>[] =>
  columns.map(({ heading, cell }) => ({ heading, cell: ({ row }) => cell(row) }))

const side = (error: ShownError, which: 'used' | 'corrected'): string =>
  error.strata.length > 0
    ? error.strata.map((one) => `${one.stratum}: ${one[which]}`).join(', ')
    : ((which === 'used' ? error.as_used : error.corrected) ?? '')
