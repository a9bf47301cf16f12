import { FIELD_NAMES, isTrialField, rowOf, SECTIONS, type SectionId, type TrialField } from './trial-fields'

/** The fields that a section asks, in their order. */
export const fieldsOf = (section: SectionId): readonly TrialField[] =>
  FIELD_NAMES.filter((field) => rowOf(field).section === section)

/** The sections of a trial's form in their order, each with the fields that it asks. */
export const FORM_SECTIONS: readonly { id: SectionId; title: string; fields: readonly TrialField[] }[] = SECTIONS.map(
  ({ id, title }) => ({ id, title, fields: fieldsOf(id) }),
)

/** The section that asks the field with this path, or undefined where none does. */
export const sectionOf = (path: string): SectionId | undefined => {
  const [field = ''] = path.split('.')
  return isTrialField(field) ? rowOf(field).section : undefined
}

/** The id of a section's heading in the page. */
export const headingId = (section: SectionId): string => `section-${section}`
