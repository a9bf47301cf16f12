import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import type { Entered } from '../design/entered'

/*
 * The ratios of a stratum's options in one text, as their caps are: a line for each, its weights with colons between and after a blank
 * its name. Weights are in the order of the study groups' rows. Empty: the ratio does not differ by this stratum.
 */

/** The study groups in the order of their rows; one without an id is new. */
type Groups = readonly { readonly id: number | null; readonly weight: Entered }[]

/** The ratios of stored options as that text. */
export const ratiosText = (options: readonly { name: string; ratio?: string | null | undefined }[]): string =>
  options.flatMap(({ name, ratio = null }) => (ratio === null ? [] : [`${ratio} ${name}`])).join('\n')

/** The text in which every option has the ratio of the study groups. */
export const ratiosOfGroups = (names: readonly string[], groups: Groups): string =>
  names.map((name) => `${groups.map(weightOfGroup).join(':')} ${name}`).join('\n')

/** The weights of an option as its fields hold them; those of the study groups where it has none. */
export const weightsOfOption = (ratios: string, name: string, groups: Groups): Entered[] => {
  const line = linesOf(ratios).find((one) => nameIn(one) === name) ?? ''
  const typed = line === '' ? [] : line.slice(0, line.indexOf(' ')).split(':')
  return groups.map((group, place) => {
    const text = typed[place]
    if (text === undefined) return weightOfGroup(group)
    return /^\d+$/.test(text) ? Number(text) : text
  })
}

/** The text with another weight of one option. */
export const withWeight = (
  ratios: string,
  { name, place, weight, groups }: { name: string; place: number; weight: Entered; groups: Groups },
): string => {
  const weights = weightsOfOption(ratios, name, groups).map((before, at) => (at === place ? weight : before))
  const others = linesOf(ratios).filter((one) => nameIn(one) !== name)
  return [...others, `${weights.join(':')} ${name}`].join('\n')
}

/** The text after the study group in this row is gone. */
export const withoutGroup = (ratios: string, place: number): string =>
  linesOf(ratios)
    .map((line) => {
      const weights = line.slice(0, line.indexOf(' ')).split(':')
      return `${weights.filter((_, at) => at !== place).join(':')} ${nameIn(line)}`
    })
    .join('\n')

/** Whether an option has a ratio of its own; one without follows the study groups. */
export const hasRatio = (ratios: string, name: string): boolean => linesOf(ratios).some((one) => nameIn(one) === name)

/** The text by other rows of study groups: each weight goes with its group, and a group that had none has its own weight. */
export const ratiosByRows = (ratios: string, groups: Groups, rows: Groups): string => {
  const placeOf = (row: Groups[number]) =>
    groups.findIndex((group) => group === row || (row.id !== null && group.id === row.id))
  return linesOf(ratios)
    .map((line) => {
      const name = nameIn(line)
      const weights = weightsOfOption(ratios, name, groups)
      return `${rows.map((row) => weights[placeOf(row)] ?? weightOfGroup(row)).join(':')} ${name}`
    })
    .join('\n')
}

/** The ratio of an option as it is sent, with its weights in order of the groups' ids, new ones last; null where it has none of its own. */
export const sentRatio = (ratios: string, name: string, groups: Groups): string | null => {
  if (!hasRatio(ratios, name)) return null
  const weights = weightsOfOption(ratios, name, groups)
  return groups
    .map(({ id }, place) => ({ id: id ?? Infinity, place }))
    .toSorted((one, other) => one.id - other.id || one.place - other.place)
    .map(({ place }) => weights[place])
    .join(':')
}

/** A closed group has a weight beside the others too, which counts once it is opened. */
const weightOfGroup = ({ weight }: Groups[number]): Entered =>
  weight === '' || Number(weight) === 0 ? USUAL_WEIGHT : weight

const linesOf = (ratios: string): string[] => ratios.split('\n').filter((line) => line !== '')

const nameIn = (line: string): string => line.slice(line.indexOf(' ') + 1)
