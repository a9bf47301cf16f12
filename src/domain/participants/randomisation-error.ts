import { accepted, refused, type Outcome } from '../outcome'

/** The kinds of randomisation errors in trial practice. */
export const RANDOMISATION_ERRORS = [
  { kind: 'wrong_stratum', title: 'Wrong stratum' },
  { kind: 'ineligible', title: 'Not eligible' },
  { kind: 'twice', title: 'Randomised twice' },
  { kind: 'wrong_participant', title: 'Wrong participant' },
  { kind: 'other', title: 'Another error' },
] as const

export type RandomisationErrorKind = (typeof RANDOMISATION_ERRORS)[number]['kind']

export const randomisationErrorTitle = (kind: RandomisationErrorKind): string =>
  RANDOMISATION_ERRORS.find((error) => error.kind === kind)?.title ?? kind

type StratumAnswer = { readonly trial_stratum_id: number; readonly trial_stratum_option_id: number }

/** One side of an error, as used or corrected: words, the answers at some strata, or nothing. */
export type ErrorSide = string | readonly StratumAnswer[] | null

/** The answers that were used, and those that would have been right. */
type ErrorSides = { as_used: ErrorSide; corrected: ErrorSide }

/** Both sides as they are stored: in words, or stratum by stratum. */
export type SideBySide = {
  as_used: string | null
  corrected: string | null
  strata: readonly CorrectedStratum[]
}

export type CorrectedStratum = { trial_stratum_id: number; used_option_id: number; corrected_option_id: number }

/** A fault of the sides: the field by its path, and a message. */
export type SidesFault = {
  field: string
  code:
    | 'stratum_unknown'
    | 'stratum_repeated'
    | 'stratum_option_unknown'
    | 'used_missing'
    | 'corrected_missing'
    | 'not_of_strata'
    | 'told_differently'
    | 'used_at_stratum_missing'
    | 'corrected_at_stratum_missing'
    | 'not_used'
    | 'not_corrected'
}

type ReportedError = ErrorSides & { kind: RandomisationErrorKind }

type ErrorFacts = {
  strata: readonly { id: number; trial_stratum_options: readonly { id: number }[] }[]
  /** The participant's recorded answers, or null where the reporting person may not see them. */
  recorded: readonly StratumAnswer[] | null
}

/**
 * Compares and pairs both sides of an error. A wrong stratum needs both: answers at the same strata of the trial, each
 * differing, or words where its options cannot say it. For every other kind both are words, or nothing. Only people who may see
 * the recorded answers are refused where `as_used` differs from them: a refusal would reveal these.
 */
export const sideBySide = (
  { kind, as_used, corrected }: ReportedError,
  facts: ErrorFacts,
): Outcome<SideBySide, SidesFault> => {
  if (kind === 'wrong_stratum') {
    if (as_used === null) return fault('as_used', 'used_missing')
    if (corrected === null) return fault('corrected', 'corrected_missing')
  }
  if (isWords(as_used) && isWords(corrected)) return accepted({ as_used, corrected, strata: [] })
  if (kind !== 'wrong_stratum') return fault(isWords(as_used) ? 'corrected' : 'as_used', 'not_of_strata')
  if (isWords(as_used) || isWords(corrected)) return fault('corrected', 'told_differently')
  const wrong = faultAt('as_used', as_used, facts) ?? faultAt('corrected', corrected, facts)
  return wrong === null ? paired(as_used, corrected, facts.recorded) : refused(wrong)
}

const isWords = (side: ErrorSide): side is string | null => side === null || typeof side === 'string'

const fault = (field: string, code: SidesFault['code']) => refused<SidesFault>({ field, code })

/** Why the answers on one side are not answers of the trial; null where they are. */
const faultAt = (
  side: keyof ErrorSides,
  answers: readonly StratumAnswer[],
  { strata }: Pick<ErrorFacts, 'strata'>,
): SidesFault | null => {
  for (const [index, { trial_stratum_id, trial_stratum_option_id }] of answers.entries()) {
    const at = `${side}.${index}`
    const stratum = strata.find(({ id }) => id === trial_stratum_id)
    if (!stratum) return { field: `${at}.trial_stratum_id`, code: 'stratum_unknown' }
    if (answers.findIndex((answer) => answer.trial_stratum_id === trial_stratum_id) !== index)
      return { field: `${at}.trial_stratum_id`, code: 'stratum_repeated' }
    if (!stratum.trial_stratum_options.some(({ id }) => id === trial_stratum_option_id))
      return { field: `${at}.trial_stratum_option_id`, code: 'stratum_option_unknown' }
  }
  return null
}

/** The answers of both sides stratum by stratum. */
const paired = (
  used: readonly StratumAnswer[],
  corrected: readonly StratumAnswer[],
  recorded: readonly StratumAnswer[] | null,
): Outcome<SideBySide, SidesFault> => {
  const strata: CorrectedStratum[] = []
  for (const [index, { trial_stratum_id, trial_stratum_option_id }] of used.entries()) {
    const corrected_option_id = optionAt(corrected, trial_stratum_id)
    if (corrected_option_id === undefined)
      return fault(`as_used.${index}.trial_stratum_id`, 'corrected_at_stratum_missing')
    if (recorded && optionAt(recorded, trial_stratum_id) !== trial_stratum_option_id)
      return fault(`as_used.${index}.trial_stratum_option_id`, 'not_used')
    strata.push({ trial_stratum_id, used_option_id: trial_stratum_option_id, corrected_option_id })
  }
  for (const [index, { trial_stratum_id, trial_stratum_option_id }] of corrected.entries()) {
    const used_option_id = optionAt(used, trial_stratum_id)
    if (used_option_id === undefined) return fault(`corrected.${index}.trial_stratum_id`, 'used_at_stratum_missing')
    if (used_option_id === trial_stratum_option_id)
      return fault(`corrected.${index}.trial_stratum_option_id`, 'not_corrected')
  }
  return accepted({ as_used: null, corrected: null, strata })
}

const optionAt = (answers: readonly StratumAnswer[], stratumId: number): number | undefined =>
  answers.find(({ trial_stratum_id }) => trial_stratum_id === stratumId)?.trial_stratum_option_id
