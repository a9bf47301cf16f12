import type { FormSubject } from './sent-trial-form'
import type { TrialField } from './trial-fields'
import type { Form } from './trial-form-values'

/** What a section of a trial's form stands on. */
export type SectionProps = {
  form: Form
  subject: FormSubject
  /** Whether participants exist, so that methods and strata can no longer be changed. */
  isLocked: boolean
}

/** What a field of it stands on. */
export type FieldProps = SectionProps & { field: TrialField }
