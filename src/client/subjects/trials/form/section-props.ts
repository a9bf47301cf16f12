import type { FormSubject } from './sent-trial-form'
import type { TrialField } from './trial-fields'
import type { Form } from './trial-form-values'

/** The props of a section of a trial's form. */
export type SectionProps = {
  form: Form
  subject: FormSubject
  /** Whether participants exist, so that methods and strata can no longer be changed. */
  isLocked: boolean
}

/** The props of a field. */
export type FieldProps = SectionProps & { field: TrialField }
