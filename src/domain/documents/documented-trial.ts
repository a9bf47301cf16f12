import { greatestCommonDivisor } from '../randomisation/greatest-common-divisor'
import { FACTORIAL_LEVELS, isFactorial } from '../trials/trial-methods'
import { dayInWords } from '../time/day-in-words'
import type { Fact } from './text-document'

/** A study group by its name, with its weight. */
export type NamedGroup = {
  readonly id: number
  readonly name: string
  readonly weight: number
  readonly factorial_level: number | null
}

/** What documents say of a trial besides its design. Days are `YYYY-MM-DD`; a sample size of 0 is no limit. */
export type DocumentedTrial = {
  readonly id: number
  readonly title: string
  /** The name of its status. */
  readonly status: string
  readonly study_registration_no: string | null
  readonly ethics_approval_id: string | null
  readonly sample_size: number
  readonly start_on: string
  readonly end_on: string
  readonly started_on: string | null
  readonly ended_on: string | null
}

/** By what and when a document is generated. */
export type Generation = {
  readonly at: string
  /** The same in the zone of the trial, as people read it. */
  readonly at_in_words: string
  readonly version: string
  readonly instance: string
  /** Whether the instance is for practice: nothing in it is about real people. */
  readonly is_practice: boolean
}

/** The name and version of the construction by which groups are drawn (src/specification/rct-alloc-1.md). */
export const CONSTRUCTION = 'RCT-ALLOC-1'

/** The lines beneath the title of each document of a trial. */
export const leadOf = (
  { id, status }: Pick<DocumentedTrial, 'id' | 'status'>,
  { at_in_words, version, instance, is_practice }: Generation,
): string[] => [
  `Trial ${id}, status ${status}.`,
  `Generated ${at_in_words} by Equipoise ${version}${instance === '' ? '' : `, instance ${instance}`}.`,
  ...(is_practice ? [`From the practice system “${instance}”.`, 'Nothing in it is about real people.'] : []),
]

/** What every document says of the trial. */
export const factsOfTrial = (trial: DocumentedTrial): Fact[] => [
  ['Title', trial.title],
  ['Trial ID in the portal', String(trial.id)],
  ['Registration number', trial.study_registration_no],
  ['Ethics approval', trial.ethics_approval_id],
  ['Sample size', trial.sample_size === 0 ? 'No limit' : String(trial.sample_size)],
  ['Planned start', dayInWords(trial.start_on)],
  ['Planned end', dayInWords(trial.end_on)],
  ['Started on', trial.started_on && dayInWords(trial.started_on)],
  ['Ended on', trial.ended_on && dayInWords(trial.ended_on)],
]

/** The ratio of the open groups, once or for each factor: `Zanamivir : Oseltamivir = 2 : 1`. */
export const ratiosOf = (allocationMethodId: number, groups: readonly NamedGroup[]): string[] =>
  isFactorial(allocationMethodId)
    ? FACTORIAL_LEVELS.map(
        (level) => `Factor ${level}: ${ratioOf(groups.filter(({ factorial_level }) => factorial_level === level))}`,
      )
    : [ratioOf(groups)]

/** Weights in lowest terms; what has the weight 0 is closed, and named as that. */
export const ratioOf = (weighted: readonly { name: string; weight: number }[]): string => {
  const open = weighted.filter(({ weight }) => weight > 0)
  const closed = weighted.filter(({ weight }) => weight === 0)
  const divisor = open.reduce((gcd, { weight }) => greatestCommonDivisor(gcd, weight), 0)
  const ratio = `${open.map(({ name }) => name).join(' : ')} = ${open.map(({ weight }) => weight / divisor).join(' : ')}`
  return closed.length === 0 ? ratio : `${ratio}; closed: ${closed.map(({ name }) => name).join(', ')}`
}
