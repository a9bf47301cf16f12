import { valueInWords } from './field-words'
import { TRIAL_FIELDS, type RowsField } from './trial-fields'
import type { TrialFormValues } from './trial-form-values'

type Row = TrialFormValues[RowsField][number]

/** The value of one field of the form as it is read. */
export const shownValue = (field: string, value: string | number | boolean): string => valueInWords(field, value)

/** A row of a list by its name, and what else it says. */
export const rowInWords = (list: RowsField, row: Row): { name: string; rest: string } => {
  const title = 'title' in row ? row.title : row.name
  return { name: `${TRIAL_FIELDS[list].label}: ${title}`, rest: wordsOf(row).join(', ') }
}

const wordsOf = (row: Row): string[] => {
  if ('title' in row) {
    const level = row.low_pack_level === '' ? [] : [`low at ${row.low_pack_level} packs`]
    return [row.title, ...level, ...(row.is_deleted ? ['no longer takes part'] : [])]
  }
  if ('trial_stratum_options' in row) {
    const help = row.description === '' ? [] : [`“${row.description}”`]
    const options = row.trial_stratum_options.split('\n').join(' / ')
    return [row.name, ...help, options, `weight ${row.minimisation_weight}`]
  }
  const label = row.label === '' ? [] : [`label “${row.label}”`]
  return [row.name, ...label, `weight ${row.weight}`, `factor ${row.factorial_level}`]
}
