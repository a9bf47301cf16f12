import { listed } from '../../../ui/listed'
import { FIELD_NAMES, isTrialField, rowOf, SECTIONS, type SectionId, type TrialField } from './trial-fields'

/** The fields of a section, in their order. */
export const fieldsOf = (section: SectionId): readonly TrialField[] =>
  FIELD_NAMES.filter((field) => rowOf(field).section === section)

/** The sections of a trial's form in their order, each with its fields. */
export const FORM_SECTIONS: readonly { id: SectionId; title: string; fields: readonly TrialField[] }[] = SECTIONS.map(
  ({ id, title }) => ({ id, title, fields: fieldsOf(id) }),
)

/** The effect of a section's fields on allocation, stated once above them; null where each states its own. */
export const effectOf = (section: SectionId, isNew: boolean): string | null => {
  const rows = fieldsOf(section)
    .map(rowOf)
    .filter(({ isOnlyForNew = false }) => isNew || !isOnlyForNew)
  const labels = rows.filter(({ explanation }) => explanation.allocation !== null).map(({ label }) => `“${label}”`)
  if (labels.length === rows.length) return null
  if (labels.length === 0) return 'Nothing in this section affects allocation.'
  return `Only ${listed(labels)} can affect allocation.`
}

/** The section of the field with this path, or undefined where there is none. */
export const sectionOf = (path: string): SectionId | undefined => {
  const [field = ''] = path.split('.')
  // The ratios are set beside the method.
  if (path.endsWith('.option_ratios')) return 'allocation'
  return isTrialField(field) ? rowOf(field).section : undefined
}

/** The id of a section's heading in the page. */
export const headingId = (section: SectionId): string => `section-${section}`
