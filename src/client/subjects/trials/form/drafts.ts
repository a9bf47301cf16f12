import * as v from 'valibot'
import { blankSite, blankStratum, blankStudyGroup, blankTrialForm, type TrialFormValues } from './trial-form-values'

/**
 * What somebody has filled in of a trial's form and not saved, when, and what it was filled in over. It is kept by this tab
 * alone, until it is saved or discarded or its person signs out (src/decisions/0014-a-trial-form-is-kept-by-its-tab.md).
 */
export type Draft = { kept_at: number; setup_version: number | null; base: TrialFormValues; mine: TrialFormValues }

/** Keeps a draft where the browser lets it; the page has it all the same, and asks before it is left. */
export const keepDraft = (storage: Storage, key: string, draft: Draft): boolean => {
  try {
    storage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const dropDraft = (storage: Storage, key: string): void => storage.removeItem(key)

/** The draft under a key, or null where there is none that this version of the form can show. */
export const draftAt = (storage: Storage, key: string): Draft | null => {
  const text = storage.getItem(key)
  if (text === null) return null
  try {
    const parsed = v.safeParse(stored, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Whether something has the fields of another object, as far as their kinds go; lists are of such rows. */
const isLike = (candidate: unknown, model: object, rows: Readonly<Record<string, object>> = {}): boolean =>
  typeof candidate === 'object' &&
  candidate !== null &&
  Object.entries(model).every(([field, value]) => {
    const own: unknown = Object.entries(candidate).find(([name]) => name === field)?.[1]
    const row = rows[field]
    if (row !== undefined) return Array.isArray(own) && own.every((one) => isLike(one, row))
    return typeof value === 'boolean' ? typeof own === 'boolean' : isText(own) || value === null
  })

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const ROWS = { sites: blankSite(), study_groups: blankStudyGroup(), trial_strata: blankStratum() }

const formValues = v.custom<TrialFormValues>((candidate) => isLike(candidate, blankTrialForm(), ROWS))

const stored = v.object({
  kept_at: v.number(),
  setup_version: v.nullable(v.number()),
  base: formValues,
  mine: formValues,
})
