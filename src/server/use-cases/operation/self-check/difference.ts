import type { RecountFault } from '#domain/randomisation/recount'

/** The kinds of differences between a trial's ledger and its stored state. */
type Disagreement =
  | RecountFault
  | 'seed_unreadable'
  | 'commitment_differs'
  | 'record_out_of_turn'
  | 'record_unreadable'
  | 'link_differs'
  | 'participant_missing'
  | 'participant_differs'
  | 'chain_ends_elsewhere'
  | 'hashed_names_differ'
  | 'list_differs'
  | 'names_differ'
  | 'settings_differ'
  | 'states_differ'
  | 'state_unreadable'
  | 'flags_differ'
  | 'counters_differ'

/** The first difference from seed and records; `where` is a key, a column or a counter. */
export type Difference = { code: Disagreement; record: number | null; where: string | null }

export const difference = (
  code: Disagreement,
  { record = null, where = null }: { record?: number | null; where?: string | null } = {},
): Difference => ({ code, record, where })

/** Describes a difference for any reader of the audit log, without naming anybody's group. */
export const describeDifference = ({ code, record, where }: Difference): string =>
  [record === null ? '' : `record ${record}: `, WORDS[code], where === null ? '' : ` (${where})`].join('')

const WORDS: Record<Disagreement, string> = {
  seed_unreadable: 'the seed cannot be read',
  commitment_differs: 'the commitment is not that of the seed',
  record_out_of_turn: 'a record is missing before it, or it is not numbered as it is stored',
  record_unreadable: 'its text is no record',
  link_differs: 'its text, leaf or head is not what was chained',
  no_design_yet: 'it is before any design',
  counter_out_of_turn: 'its counter is not the next one',
  epoch_out_of_turn: 'its epoch is not the one that the settings before it give',
  options_not_of_the_design: 'its options are not those of the design',
  list_unknown: 'it names a list that the trial does not draw from',
  list_differs: 'its hash does not fit the rows that are stored for it',
  another_draw: 'the draw gives something else than it says',
  participant_unknown: 'no one was drawn at its counter',
  flag_state_unchanged: 'the participant was in that flag state already',
  counts_do_not_hold_participant: 'the counts do not include the participant',
  reopening_out_of_turn: 'it says another number of re-openings, or of draws before it',
  participant_missing: 'there is no participant for it',
  participant_differs: 'its participant is stored differently',
  chain_ends_elsewhere: 'the chain does not end where the trial says',
  hashed_names_differ: 'its hashes do not fit the names that are stored for it',
  names_differ: 'a present or former name of a study group or site differs from the records',
  settings_differ: 'the settings are not those of the last settings record',
  state_unreadable: 'the stored state of the draws cannot be opened',
  states_differ: 'the stored state of the draws does not follow from the records',
  flags_differ: 'the stored flags do not follow from the records',
  counters_differ: 'a stored count of the trial does not follow from the records',
}
