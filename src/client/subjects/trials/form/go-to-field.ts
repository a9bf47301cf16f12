import { headingId, sectionOf } from './form-sections'
import type { Form } from './trial-form-values'

/** Moves the focus to a field; to the heading of its section where the field cannot take it, or is a list. */
export const goToField = (form: Form, path: string): void => {
  const field = form.getInputNode(path)
  field?.focus()
  if (field !== null && document.activeElement === field) return
  const section = sectionOf(path)
  if (section !== undefined) document.getElementById(headingId(section))?.focus()
}
