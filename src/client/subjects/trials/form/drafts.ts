import * as v from 'valibot'
import { blankSite, blankStratum, blankStudyGroup, blankTrialForm, type TrialFormValues } from './trial-form-values'

/**
 * A person's unsaved form of a trial, when it was stored, and the saved version below it. This tab alone stores it,
 * until it is saved or discarded or its person signs out (src/decisions/0014-a-trial-form-is-kept-by-its-tab.md).
 */
export type Draft = { kept_at: number; setup_version: number | null; base: TrialFormValues; mine: TrialFormValues }

/** Stores a draft where the browser allows it; otherwise only the page has it, and asks before it is left. */
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

/** Whether a value has the fields of another object, by their types; lists consist of such rows. */
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
