import { nameOfId } from '#domain/audit/named-ids'
import type { Explanation } from '../design/explanation'
import { isTrialField, rowOf, type RowsField } from './trial-fields'
import type { TrialFormValues } from './trial-form-values'

/** A field of a list's rows: its label, and its kind. */
type RowField = { readonly label: string; readonly explanation: Explanation }
type RowFields<List extends RowsField> = Readonly<Record<Exclude<keyof TrialFormValues[List][number], 'id'>, RowField>>

/** The fields of the lists' rows. */
export const ROW_FIELDS: { readonly [List in RowsField]: RowFields<List> } = {
  sites: {
    title: {
      label: 'Name',
      explanation: {
        says: 'What people choose when they randomise.',
        example: 'Royal Infirmary',
        allocation: 'A stratum of its own, if the trial is stratified by site.',
      },
    },
    is_deleted: {
      label: 'No longer takes part',
      explanation: {
        says: 'The records of the site stay.',
        example: 'a hospital that has left the trial',
        allocation: 'No one can be randomised there.',
      },
    },
    low_pack_level: {
      label: 'Low pack level',
      explanation: { says: 'Alert when the site has this many packs or fewer.', example: '12', allocation: null },
    },
    max_participants: {
      label: 'Most participants',
      explanation: {
        says: 'The site stops at this number. Leave it empty for no limit.',
        example: '40',
        allocation: 'The next participant is refused before anything is drawn.',
      },
    },
  },
  study_groups: {
    name: {
      label: 'Name',
      explanation: { says: 'What people who are not blinded see.', example: 'Aspirin', allocation: null },
    },
    label: {
      label: 'Label',
      explanation: {
        says: 'What people who are blinded by label see instead.',
        example: 'Group A',
        allocation: null,
      },
    },
    weight: {
      label: 'Weight',
      explanation: {
        says: 'The share of the group.',
        example: '2 and 1 for a 2:1 ratio',
        allocation: '0 stops allocation to the group.',
      },
    },
    max_participants: {
      label: 'Most participants',
      explanation: {
        says: 'The group is closed at this number, and the others continue. Blinded people do not see it.',
        example: '60, where one arm is to be smaller',
        allocation: 'Closing it begins a new epoch. Two open groups must have no limit.',
      },
    },
    factorial_level: {
      label: 'Factor',
      explanation: {
        says: 'The factor to which the group belongs.',
        example: '1 for the two drugs, 2 for the two diets',
        allocation: 'Each participant gets one group of each factor.',
      },
    },
  },
  trial_strata: {
    name: {
      label: 'Name',
      explanation: {
        says: 'The question that is asked about each participant.',
        example: 'Age group',
        allocation: 'Balanced only if the trial is stratified.',
      },
    },
    description: {
      label: 'Help text',
      explanation: {
        says: 'Shown beside the question when a participant is randomised.',
        example: 'Age on the day of consent',
        allocation: null,
      },
    },
    trial_stratum_options: {
      label: 'Options',
      explanation: {
        says: 'The possible answers, one per line.',
        example: 'Under 65, then 65 and over',
        allocation: 'Many options leave few participants in each combination.',
      },
    },
    option_caps: {
      label: 'Most participants',
      explanation: {
        says: 'How many may have each option. Leave it empty for no limit.',
        example: '60 with Severe',
        allocation: 'The next participant with the option is refused before anything is drawn.',
      },
    },
    option_ratios: {
      label: 'Ratio by option',
      explanation: {
        says: 'The ratio may differ by the options of one stratum: give each option its own weights.',
        example: '2 and 1 with Severe, 1 and 1 with Mild',
        allocation: 'Each participant is drawn in the ratio of their option.',
      },
    },
    minimisation_weight: {
      label: 'Weight in the minimisation',
      explanation: {
        says: 'Its weight relative to the other strata.',
        example: '2, if it counts double',
        allocation: 'A higher weight balances it more closely.',
      },
    },
  },
}

/** The name of one row of each list. */
const ROW_NAMES: Readonly<Record<RowsField, string>> = {
  sites: 'Site',
  study_groups: 'Study group',
  trial_strata: 'Stratum',
}

/** Fields that no form asks, of which a save tells all the same. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  num_sampled: 'Participants who count towards the sample size',
  is_closed_at_cap: 'Closed at its limit',
  ratios: 'Ratio by option',
}

/** The path of a field in words: `sites.0.title` is “Site 1: Name”; a row may be named instead of counted. */
export const fieldInWords = (path: string): string => {
  const [field = '', ...inner] = path.split('.')
  const own = inner.pop()
  if (own === undefined) return isTrialField(field) ? rowOf(field).label : (OTHER_WORDS[field] ?? path)
  const row = inner.join('.')
  const rowName = /^\d+$/.test(row) ? String(Number(row) + 1) : `“${row}”`
  const fields: Readonly<Record<string, RowField>> = isRowsField(field) ? ROW_FIELDS[field] : {}
  return `${isRowsField(field) ? ROW_NAMES[field] : field} ${rowName}: ${fields[own]?.label ?? OTHER_WORDS[own] ?? own}`
}

const isRowsField = (field: string): field is RowsField => Object.hasOwn(ROW_FIELDS, field)

/** The value of a field as it is read. */
export const valueInWords = (field: string, value: string | number | boolean | null): string => {
  if (value === null || value === '') return 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return (typeof value === 'number' ? nameOfId(field, value) : undefined) ?? String(value)
}
