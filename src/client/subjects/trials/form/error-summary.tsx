import { Anchor } from '@mantine/core'
import { Refused } from '../../../action/action-refused'
import { counted } from '../../../ui/format-number'
import classes from './error-summary.module.css'
import { fieldInWords } from './field-words'
import { FORM_SECTIONS, sectionOf } from './form-sections'
import { goToField } from './go-to-field'
import type { FormFaults } from './trial-form-faults'
import type { Form } from './trial-form-values'

type ErrorSummaryProps = {
  title: string
  /** A further sentence. */
  message?: string
  form: Form
  faults: FormFaults
  /** The last refusal. A new one takes the focus again. */
  cause: unknown
}

/** Every fault of the form, section by section and counted; each leads to its field. */
export function ErrorSummary({ title, message, form, faults, cause }: ErrorSummaryProps) {
  const all = Object.entries(faults)
  const bySection = FORM_SECTIONS.map((section) => ({
    section,
    own: all.filter(([path]) => sectionOf(path) === section.id),
  })).filter(({ own }) => own.length > 0)
  const unplaced = all.filter(([path]) => sectionOf(path) === undefined)
  return (
    <Refused title={title} cause={cause}>
      {message}
      {bySection.map(({ section, own }) => (
        <div key={section.id} className={classes['section']}>
          <strong>
            {section.title}: {errorCount(own.length)}
          </strong>
          <ul className={classes['faults']}>
            {own.map(([path, fault]) => (
              <li key={path}>
                <Anchor
                  component="button"
                  type="button"
                  className={classes['link']}
                  onClick={() => goToField(form, path)}
                >
                  {fieldInWords(path)}: {fault}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {unplaced.map(([path, fault]) => (
        <div key={path}>
          {path}: {fault}
        </div>
      ))}
    </Refused>
  )
}

/** `1 error`, `3 errors`. */
export const errorCount = (errors: number): string => counted(errors, 'error')
