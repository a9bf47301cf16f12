import { fieldInWords } from './field-words'
import { ratiosByRows } from './option-ratios'
import { rowInWords, shownValue } from './row-words'
import { ROWS_FIELDS, type RowsField } from './trial-fields'
import type { TrialFormValues } from './trial-form-values'

/** The side whose value of a field is used. */
export type Keep = 'mine' | 'theirs'

/** Another person's change while the form was filled in: the value before, now, and in the form. */
export type Difference = { key: string; label: string; was: string; theirs: string; mine: string; usual: Keep }

type Row = TrialFormValues[RowsField][number]

/**
 * Another person's changes, one by one, unless the form has the same already. Theirs apply where I changed nothing,
 * unless I choose otherwise; mine where I did.
 */
export const differencesOf = (base: TrialFormValues, mine: TrialFormValues, theirs: TrialFormValues): Difference[] => {
  const [before, own, other] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  return [...new Set([...before.keys(), ...other.keys()])].flatMap((key) => {
    const [was, is, now] = [before.get(key), own.get(key), other.get(key)]
    if (was?.text === now?.text || is?.text === now?.text) return []
    return {
      key,
      label: (now ?? was ?? is)?.label ?? key,
      was: was?.shown ?? NOT_THERE,
      theirs: now?.shown ?? NOT_THERE,
      mine: is?.shown ?? NOT_THERE,
      usual: is?.text === was?.text ? ('theirs' as const) : ('mine' as const),
    }
  })
}

const NOT_THERE = 'None'

type Part = { label: string; text: string; shown: string }

/** A form in the parts of a choice: each field, and each row with an id as a whole. */
const partsOf = (values: TrialFormValues): Map<string, Part> => {
  const parts = new Map<string, Part>()
  for (const [field, value] of Object.entries(values)) {
    if (Array.isArray(value)) continue
    parts.set(field, { label: fieldInWords(field), text: JSON.stringify(value), shown: shownValue(field, value) })
  }
  for (const list of ROWS_FIELDS) {
    for (const row of values[list]) {
      if (row.id === null) continue
      const { name, rest } = rowInWords(list, row)
      parts.set(keyOf(list, row), { label: name, text: JSON.stringify(row), shown: rest })
    }
  }
  return parts
}

const keyOf = (list: RowsField, row: Row): string => `${list}#${row.id}`

/**
 * The form with the choice for each difference. Rows that only I have stay; one that was deleted meanwhile becomes a
 * new one.
 */
export const mergedForms = (
  base: TrialFormValues,
  mine: TrialFormValues,
  theirs: TrialFormValues,
  chosen: ReadonlyMap<string, Keep>,
): TrialFormValues => {
  const choices = new Map(differencesOf(base, mine, theirs).map(({ key, usual }) => [key, chosen.get(key) ?? usual]))
  const chosenTheirs = Object.entries(theirs).filter(([field]) => choices.get(field) === 'theirs')
  const merged = <R extends Row>(list: RowsField, of: (values: TrialFormValues) => readonly R[]): R[] =>
    mergedRows({ base: of(base), mine: of(mine), theirs: of(theirs) }, (row) => choices.get(keyOf(list, row)))
  const groups = merged('study_groups', ({ study_groups }) => study_groups)
  // Ratios have a weight for each row of the groups, and the rows are others now.
  const strataOf = ({ trial_strata, study_groups }: TrialFormValues) =>
    trial_strata.map((row) => ({ ...row, option_ratios: ratiosByRows(row.option_ratios, study_groups, groups) }))
  return {
    ...mine,
    ...Object.fromEntries(chosenTheirs),
    sites: newUnlessIn(
      theirs.sites,
      merged('sites', ({ sites }) => sites),
    ),
    study_groups: newUnlessIn(theirs.study_groups, groups),
    trial_strata: newUnlessIn(theirs.trial_strata, merged('trial_strata', strataOf)),
  }
}

/** A row that is not stored any more is a new one. */
const newUnlessIn = <R extends Row>(stored: readonly R[], rows: readonly R[]): R[] =>
  rows.map((row) => (stored.some(({ id }) => id === row.id) ? row : { ...row, id: null }))

type Rows<R extends Row> = { base: readonly R[]; mine: readonly R[]; theirs: readonly R[] }

const mergedRows = <R extends Row>({ base, mine, theirs }: Rows<R>, choices: (row: R) => Keep | undefined): R[] => {
  const same = (rows: readonly R[], row: R) => rows.find(({ id }) => id === row.id)
  const present = theirs.flatMap((row) => {
    const own = same(mine, row)
    if (choices(row) === 'theirs' || (own === undefined && same(base, row) === undefined)) return [row]
    return own === undefined ? [] : [own]
  })
  const gone = mine.filter((row) => row.id !== null && same(theirs, row) === undefined && choices(row) !== 'theirs')
  return [...present, ...gone, ...mine.filter(({ id }) => id === null)]
}
