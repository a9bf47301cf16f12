import { flagStatusOf } from '#domain/participants/flagging'
import { participantIdLabel } from '#domain/participants/participant'
import { CLOCK_UNCERTAIN } from '#domain/time/performed-at'
import { can } from '#domain/people/permissions'
import { studyPackStatusName } from '../../ground/stored-names'
import { timeIn } from '../../ground/time/calendar'
import type { ParticipantRow } from '../../ground/db/participants'
import type { WholeTrial } from '../../ground/db/trials'
import type { TrialView } from '../call/view'
import type { DownloadColumn, NamedColumns } from './download'
import { shownParticipant } from '../participants/show-participant'

/** One column of a table of participants. */
export type ParticipantColumn = DownloadColumn<ParticipantRow>

/**
 * The columns of a table of participants, by their names in the list, some of which a trial or its viewer lacks. Strata
 * are those that the draw used.
 */
export const participantColumns = (trial: WholeTrial, view: TrialView) => {
  const at = timesOf(trial)
  return {
    trial_sequence_no: [{ heading: 'Sequence number', cell: (row) => row.trial_sequence_no }],
    created_at: [
      { heading: `Randomised at (${trial.selected_timezone})`, cell: ({ created_at }) => at({ created_at }) },
    ],
    participant_id: trial.is_participant_id_used
      ? [{ heading: participantIdLabel(trial), cell: (row) => row.participant_id }]
      : [],
    site: [{ heading: 'Site', cell: (row) => row.site.title }],
    strata: can(view.permission, 'viewStrata')
      ? trial.trial_strata.map(({ name }) => ({
          heading: `${name} (as used)`,
          cell: (row: ParticipantRow) => row.strata.find(({ stratum }) => stratum === name)?.option ?? null,
        }))
      : [],
    study_group: [{ heading: 'Study group', cell: (row) => shownParticipant(row, view).study_group.name }],
    study_packs: trial.is_managing_packs ? PACK_COLUMNS : [],
    flag_status: [{ heading: 'Flag status', cell: (row) => flagStatusOf(row.is_flagged) }],
    flags: [
      {
        heading: 'Flags',
        cell: (row) =>
          lines(
            row.flags.map(
              ({ is_flagged, flagged_by_user, comment, ...flag }) =>
                `${flagStatusOf(is_flagged)} by ${flagged_by_user.name}, ${at(flag)}: ${comment}`,
            ),
          ),
      },
    ],
  } satisfies Record<string, ParticipantColumn[]>
}

/**
 * The columns of a file, with a heading of its own for the participant ID. A trial's label for it may be any text, also
 * the heading of another column, and programs that read the file find columns by their headings.
 */
export const withOwnIdHeading = <Item>(columns: NamedColumns<Item>): NamedColumns<Item> => {
  const { participant_id = [], ...others } = columns
  const taken = new Set(Object.values(others).flatMap((some) => some.map(({ heading }) => comparable(heading))))
  const own = participant_id.map((column) =>
    taken.has(comparable(column.heading)) ? { ...column, heading: UNLABELLED } : column,
  )
  return { ...columns, participant_id: own }
}

const UNLABELLED = participantIdLabel({ participant_id_label: null })
const comparable = (heading: string): string => heading.trim().toLowerCase()

const packsOf = (row: ParticipantRow) => row.groups.flatMap(({ study_pack }) => study_pack ?? [])

const PACK_COLUMNS: ParticipantColumn[] = [
  { heading: 'Study pack', cell: (row) => lines(packsOf(row).map(({ pack_id }) => pack_id)) },
  {
    heading: 'Study pack status',
    cell: (row) => lines(packsOf(row).map(({ study_pack_status_id }) => studyPackStatusName(study_pack_status_id))),
  },
]

type RecordedTimes = { created_at: string; performed_at?: string | null; clock_uncertain?: boolean }

/**
 * Writes in a trial's time zone when an action was recorded and, where it was done earlier, when by the device's clock,
 * or that this is unknown.
 */
export const timesOf = ({ selected_timezone: zone }: Pick<WholeTrial, 'selected_timezone'>) => {
  const at = (instant: string) => timeIn(zone, instant)
  return ({ created_at, performed_at = null, clock_uncertain = false }: RecordedTimes): string => {
    if (clock_uncertain) return `${at(created_at)} (${CLOCK_UNCERTAIN})`
    return performed_at === null ? at(created_at) : `${at(created_at)} (done at ${at(performed_at)})`
  }
}

/** Several texts in one cell, numbered so that those of one line can be found in the columns beside it. */
export const lines = (texts: readonly string[]): string | null => {
  const [only] = texts
  if (only === undefined) return null
  return texts.length === 1 ? only : texts.map((text, index) => `${index + 1}. ${text}`).join('\n')
}
