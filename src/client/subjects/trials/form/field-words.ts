import { nameOfId } from '#domain/audit/named-ids'
import { isTrialField, rowOf, type RowsField } from './trial-fields'
import type { TrialFormValues } from './trial-form-values'

type RowWords<List extends RowsField> = Readonly<Record<Exclude<keyof TrialFormValues[List][number], 'id'>, string>>

/** The fields of the lists' rows by the words that stand beside them. */
const ROW_WORDS: { readonly [List in RowsField]: RowWords<List> } = {
  sites: { title: 'Name', is_deleted: 'No longer takes part', low_pack_level: 'Low pack level' },
  study_groups: { name: 'Name', label: 'Label', weight: 'Weight', factorial_level: 'Factor' },
  trial_strata: {
    name: 'Name',
    description: 'Help text',
    minimisation_weight: 'Weight in the minimisation',
    trial_stratum_options: 'Options',
  },
}

/** What one row of each list is. */
const ROW_NAMES: Readonly<Record<RowsField, string>> = {
  sites: 'Site',
  study_groups: 'Study group',
  trial_strata: 'Stratum',
}

/** Fields that no form asks, of which a save tells all the same. */
const OTHER_WORDS: Readonly<Record<string, string>> = { num_sampled: 'Participants who count towards the sample size' }

/** What a path of the form names, in words: `sites.0.title` is “Site 1: Name”; a row may be named instead of counted. */
export const fieldInWords = (path: string): string => {
  const [field = '', ...inner] = path.split('.')
  const own = inner.pop()
  if (own === undefined) return isTrialField(field) ? rowOf(field).label : (OTHER_WORDS[field] ?? path)
  const row = inner.join('.')
  const which = /^\d+$/.test(row) ? String(Number(row) + 1) : `“${row}”`
  const words: Readonly<Record<string, string>> = isRowsField(field) ? ROW_WORDS[field] : {}
  return `${isRowsField(field) ? ROW_NAMES[field] : field} ${which}: ${words[own] ?? own}`
}

const isRowsField = (field: string): field is RowsField => Object.hasOwn(ROW_WORDS, field)

/** The value of a field as it is read. */
export const valueInWords = (field: string, value: string | number | boolean | null): string => {
  if (value === null || value === '') return 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return (typeof value === 'number' ? nameOfId(field, value) : undefined) ?? String(value)
}
