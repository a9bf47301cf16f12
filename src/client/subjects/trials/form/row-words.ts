import type { Entered } from '../design/entered'
import { valueInWords } from './field-words'
import { capOfOption, optionNames } from './option-caps'
import { TRIAL_FIELDS, type RowsField } from './trial-fields'
import type { TrialFormValues } from './trial-form-values'

type Row = TrialFormValues[RowsField][number]

/** The value of one field of the form in words. */
export const shownValue = (field: string, value: string | number | boolean): string => valueInWords(field, value)

/** A row of a list by its name and other values. */
export const rowInWords = (list: RowsField, row: Row): { name: string; rest: string } => {
  const title = 'title' in row ? row.title : row.name
  return { name: `${TRIAL_FIELDS[list].label}: ${title}`, rest: wordsOf(row).join(', ') }
}

const optionInWords = (name: string, cap: Entered): string => (cap === '' ? name : `${name} (at most ${cap})`)

const ratiosInWords = (ratios: string): string[] => (ratios === '' ? [] : [`ratio ${ratios.replaceAll('\n', ' / ')}`])

const wordsOf = (row: Row): string[] => {
  if ('title' in row) {
    const level = row.low_pack_level === '' ? [] : [`low at ${row.low_pack_level} packs`]
    const cap = row.max_participants === '' ? [] : [`at most ${row.max_participants} participants`]
    return [row.title, ...level, ...cap, ...(row.is_deleted ? ['no longer takes part'] : [])]
  }
  if ('trial_stratum_options' in row) {
    const help = row.description === '' ? [] : [`“${row.description}”`]
    const options = optionNames(row.trial_stratum_options)
      .map((option) => optionInWords(option, capOfOption(row.option_caps, option)))
      .join(' / ')
    return [row.name, ...help, options, ...ratiosInWords(row.option_ratios), `weight ${row.minimisation_weight}`]
  }
  const label = row.label === '' ? [] : [`label “${row.label}”`]
  const cap = row.max_participants === '' ? [] : [`at most ${row.max_participants} participants`]
  return [row.name, ...label, `weight ${row.weight}`, ...cap, `factor ${row.factorial_level}`]
}
