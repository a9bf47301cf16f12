import { Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { errorCount } from './error-summary'
import { FORM_SECTIONS, headingId, sectionOf } from './form-sections'
import type { SectionId } from './trial-fields'
import type { FormFaults } from './trial-form-faults'
import classes from './trial-form.module.css'

type FormContentsProps = {
  /** The faults when the form was last sent. */
  errors: Readonly<Record<string, unknown>>
  /** The present faults. */
  faults: FormFaults
  /** The level of its heading, that of the sections’. */
  order: 2 | 3
}

/** The sections of the form, with the state of each and a link to it. */
export function FormContents({ errors, faults, order }: FormContentsProps) {
  return (
    <nav aria-label="Sections of the form" className={classes['contents']}>
      <Title order={order} size="h5" mb="xs">
        Sections
      </Title>
      <ol>
        {FORM_SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${headingId(id)}`}
              className={classes['entry']}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(headingId(id))?.focus()
              }}
            >
              {title}
              <SectionState errors={countIn(id, errors)} isComplete={countIn(id, faults) === 0} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const countIn = (section: SectionId, faults: Readonly<Record<string, unknown>>): number =>
  Object.entries(faults).filter(([path, fault]) => Boolean(fault) && sectionOf(path) === section).length

function SectionState({ errors, isComplete }: { errors: number; isComplete: boolean }) {
  if (errors > 0)
    return (
      <span className={classes['state']} style={{ color: 'var(--eq-red)' }}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        {errorCount(errors)}
      </span>
    )
  return isComplete ? (
    <span className={classes['state']} style={{ color: 'var(--eq-green)' }}>
      <IconCircleCheck size={18} aria-hidden="true" />
      Complete
    </span>
  ) : (
    <span className={classes['state']} style={{ color: 'var(--eq-muted)' }}>
      <IconCircleDashed size={18} aria-hidden="true" />
      To fill in
    </span>
  )
}
