import { FACTORIAL_LEVELS, isFactorial } from '#domain/trials/trial-methods'
import { participantIdLabel } from '#domain/participants/participant'
import { dayIn } from '../../../ground/time/calendar'
import type { RecordedError } from '../../../ground/db/participant-history'
import type { ParticipantRow } from '../../../ground/db/participants'
import type { WholeTrial } from '../../../ground/db/trials'
import type { ReplayedDraw } from './replayed-draws'

/** The facts about one participant of the analysis file. */
export type AnalysedParticipant = {
  row: ParticipantRow
  draw: ReplayedDraw
  errors: readonly RecordedError[]
  is_flagged: boolean
  is_counted_out: boolean
}

/** A variable: its name, valid in SAS too, its meaning, and its value. */
export type AnalysisColumn = {
  name: string
  label: string
  type: 'number' | 'text'
  values: string
  cell: (one: AnalysedParticipant) => string | number | null
}

const NO_YES = '0 no, 1 yes'
const NAME_THEN = 'the name at the draw, with the present one beside it where it differs'

/** The variables of a trial's analysis file, from left to right. */
export const analysisColumns = (trial: WholeTrial): AnalysisColumn[] => [
  { name: 'trial_id', label: 'Trial', type: 'number', values: 'a whole number', cell: () => trial.id },
  {
    name: 'sequence_no',
    label: 'Sequence number in the trial, and counter of the draw',
    type: 'number',
    values: '1, 2, 3, … without a gap',
    cell: ({ row }) => row.trial_sequence_no,
  },
  ...(trial.is_participant_id_used ? [participantIdColumn(trial)] : []),
  {
    name: 'site_id',
    label: 'Site, by its ID in the ledger',
    type: 'number',
    values: 'a whole number',
    cell: ({ draw }) => draw.record.site,
  },
  { name: 'site', label: 'Site', type: 'text', values: NAME_THEN, cell: ({ row }) => row.site.title },
  {
    name: 'epoch',
    label: 'Epoch of the draw',
    type: 'number',
    values: '1, 2, 3, …',
    cell: ({ draw }) => draw.record.epoch,
  },
  {
    name: 'arm',
    label: 'What was drawn: a virtual arm with minimisation, else a cell',
    type: 'number',
    values: 'counted from 0, as in the ledger',
    cell: ({ draw }) => draw.record.arm,
  },
  {
    name: 'cell',
    label: 'Cell of the design that the arm belongs to',
    type: 'number',
    values: 'counted from 0',
    cell: ({ draw }) => draw.cell,
  },
  ...groupColumns(trial),
  ...trial.study_groups.map(({ id, name }): AnalysisColumn => ({
    name: `p_${id}`,
    label: `Chance of study group ${id} (${name}) at the draw, given all draws before`,
    type: 'number',
    values: 'from 0 to 1; exact to the last digit of a double; empty where an uploaded list gave the group',
    cell: ({ draw }: AnalysedParticipant) => draw.chanceOf(id),
  })),
  ...trial.trial_strata.flatMap(({ id, name, trial_stratum_options }) =>
    strataColumns(id, name, trial_stratum_options),
  ),
  { name: 'flagged', label: 'Flagged', type: 'number', values: NO_YES, cell: ({ is_flagged }) => Number(is_flagged) },
  {
    name: 'counted_out',
    label: 'A flag has taken the participant out of the counts that a draw uses',
    type: 'number',
    values: NO_YES,
    cell: ({ is_counted_out }) => Number(is_counted_out),
  },
  {
    name: 'randomised_at',
    label: 'Time of the draw',
    type: 'text',
    values: 'UTC, ISO 8601 with milliseconds',
    cell: ({ draw }) => draw.record.at,
  },
  {
    name: 'randomised_on',
    label: `Day of the draw in ${trial.selected_timezone}`,
    type: 'text',
    values: 'YYYY-MM-DD',
    cell: ({ draw }) => dayIn(trial.selected_timezone, draw.record.at),
  },
  {
    name: 'ledger_record',
    label: 'Number of the draw’s record in the ledger',
    type: 'number',
    values: '1, 2, 3, …',
    cell: ({ draw }) => draw.record.i,
  },
  {
    name: 'ledger_length',
    label: 'Records of the ledger when the file was made',
    type: 'number',
    values: 'the same in every row',
    cell: () => trial.ledger_length,
  },
  {
    name: 'ledger_head',
    label: 'Head of the ledger after these records',
    type: 'text',
    values: '64 hexadecimal digits, the same in every row',
    cell: () => trial.ledger_head,
  },
]

const participantIdColumn = (trial: WholeTrial): AnalysisColumn => ({
  name: 'participant_id',
  label: participantIdLabel(trial),
  type: 'text',
  values: 'a text',
  cell: ({ row }) => row.participant_id,
})

const groupColumns = (trial: WholeTrial): AnalysisColumn[] => {
  const factors = isFactorial(trial.allocation_method_id) ? FACTORIAL_LEVELS : [null]
  return factors.flatMap((factor, place): AnalysisColumn[] => {
    const end = factor === null ? '' : `_${factor}`
    const of = factor === null ? 'Study group' : `Study group of factor ${factor}`
    return [
      {
        name: `group_id${end}`,
        label: `${of}, by its ID in the ledger`,
        type: 'number',
        values: trial.study_groups
          .filter(({ factorial_level }) => factor === null || factorial_level === factor)
          .map(({ id, name }) => `${id} ${name}`)
          .join('; '),
        cell: ({ draw }) => draw.record.groups[place] ?? null,
      },
      {
        name: `group${end}`,
        label: of,
        type: 'text',
        values: NAME_THEN,
        cell: ({ row }) => row.groups[place]?.name ?? null,
      },
    ]
  })
}

const strataColumns = (
  id: number,
  name: string,
  options: readonly { id: number; name: string }[],
): AnalysisColumn[] => {
  const values = options.map((option) => `${option.id} ${option.name}`).join('; ')
  return [
    {
      name: `s_${id}_id`,
      label: `${name}, as the draw used it, by the option’s ID in the ledger`,
      type: 'number',
      values,
      cell: ({ draw }) => draw.record.options.find(({ stratum }) => stratum === id)?.option ?? null,
    },
    {
      name: `s_${id}`,
      label: `${name}, as the draw used it`,
      type: 'text',
      values,
      cell: ({ row }) => row.strata.find(({ stratum }) => stratum === name)?.option ?? null,
    },
    {
      name: `s_${id}_corrected`,
      label: `${name}, as corrected: by the last error recorded about it, else as the draw used it`,
      type: 'text',
      values,
      cell: ({ row, errors }) =>
        errors.flatMap(({ strata }) => strata).findLast(({ stratum }) => stratum === name)?.corrected ??
        row.strata.find(({ stratum }) => stratum === name)?.option ??
        null,
    },
  ]
}
