import type { recordRandomisationError } from '#contract/participant-actions'
import type { SentBody } from '#contract/endpoint'
import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { RANDOMISATION_ERRORS, type RandomisationErrorKind } from '#domain/participants/randomisation-error'

/** The sides of an error as they are sent. */
export type ErrorSides = Pick<SentBody<typeof recordRandomisationError>, 'as_used' | 'corrected'>

/** Both sides in words, while they are typed. */
export type Words = { as_used: string; corrected: string }

/** A stratum whose answer may have been wrong, with the recorded answer where the viewer may see it. */
export type StratumRow = {
  id: number
  name: string
  options: readonly { id: number; name: string }[]
  /** The option that was used; null where the viewer may not see it and has to enter it. */
  recorded: number | null
}

/** The chosen option on each side at a stratum, by its id; empty where none is. */
export type StratumChoice = { used: string; corrected: string }
export type StratumChoices = Readonly<Record<number, StratumChoice>>

/** The kinds of error that a trial can have: no wrong stratum in a trial without strata. */
export const offeredErrors = (trial: Pick<Trial, 'trial_strata'>) =>
  RANDOMISATION_ERRORS.filter(({ kind }) => kind !== 'wrong_stratum' || trial.trial_strata.length > 0)

/** A trial's strata beside the participant's recorded answers. */
export const stratumRows = (
  trial: Pick<Trial, 'trial_strata'>,
  { strata = [] }: Pick<Participant, 'strata'>,
): StratumRow[] =>
  trial.trial_strata.map(({ id, name, trial_stratum_options: options }) => {
    const answer = strata.find(({ stratum }) => stratum === name)?.option
    return { id, name, options, recorded: options.find((option) => option.name === answer)?.id ?? null }
  })

/** The recorded answers on both sides, as initial choices. */
export const recordedChoices = (rows: readonly StratumRow[]): StratumChoices =>
  Object.fromEntries(
    rows.map(({ id, recorded }) => {
      const option = recorded === null ? '' : String(recorded)
      return [id, { used: option, corrected: option }]
    }),
  )

/** The strata at which both sides differ, as they are sent; or a message about what is missing. */
export const sidesAtStrata = (rows: readonly StratumRow[], choices: StratumChoices): Outcome<ErrorSides, string> => {
  const entered = rows.flatMap(({ id }) => {
    const { used, corrected } = choices[id] ?? { used: '', corrected: '' }
    return used === corrected ? [] : [{ id, used, corrected }]
  })
  if (entered.length === 0) return refused('Please change the answer that was wrong')
  if (entered.some(({ used, corrected }) => used === '' || corrected === ''))
    return refused('Please choose both the answer that was used and the correct answer')
  const side = (of: 'used' | 'corrected') =>
    entered.map((one) => ({ trial_stratum_id: one.id, trial_stratum_option_id: Number(one[of]) }))
  return accepted({ as_used: side('used'), corrected: side('corrected') })
}

type Guide = {
  /** The definition of this kind of error. */
  means: string
  /** The labels of both sides; null where both are answers at strata. */
  sides: Words | null
  /** Whether the error is about the participant as recorded, so that one side begins with the record. */
  isAboutPerson: boolean
}

/** The inputs for each kind of error. */
export const ERROR_GUIDES: Record<RandomisationErrorKind, Guide> = {
  wrong_stratum: {
    means: 'A wrong answer was entered for the participant.',
    sides: null,
    isAboutPerson: false,
  },
  ineligible: {
    means: 'The participant did not meet the criteria of the trial.',
    sides: { as_used: 'How the criterion was judged', corrected: 'How it should have been judged' },
    isAboutPerson: false,
  },
  twice: {
    means: 'The same person had been randomised before.',
    sides: { as_used: 'This randomisation', corrected: 'The randomisation that counts' },
    isAboutPerson: true,
  },
  wrong_participant: {
    means: 'The allocation was recorded for the wrong person.',
    sides: { as_used: 'The person recorded', corrected: 'The correct person' },
    isAboutPerson: true,
  },
  other: {
    means: 'Anything else that went wrong in the randomisation.',
    sides: { as_used: 'What was done', corrected: 'What should have been done' },
    isAboutPerson: false,
  },
}

/** The initial words on both sides for an error of this kind. */
export const wordsFromRecord = (
  kind: RandomisationErrorKind,
  { trial_sequence_no, participant_id }: Pick<Participant, 'trial_sequence_no' | 'participant_id'>,
  { participant_id_label }: Pick<Trial, 'participant_id_label'>,
): Words => {
  if (!ERROR_GUIDES[kind].isAboutPerson) return { as_used: '', corrected: '' }
  const id = participant_id === null ? '' : `, ${participant_id_label ?? 'ID'} ${participant_id}`
  return { as_used: `Participant ${trial_sequence_no}${id}`, corrected: '' }
}
