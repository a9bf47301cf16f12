import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import classes from './wizard-steps.module.css'

const STEPS = ['Input', 'Confirm', 'Finish'] as const
export type WizardStepName = (typeof STEPS)[number]

/** The steps with the present one marked; a phone has room for that one alone. */
export function WizardSteps({ step }: { step: WizardStepName }) {
  const place = STEPS.indexOf(step)
  return (
    <ol className={`${classes['steps']} no-print`} aria-label="Steps">
      {STEPS.map((one, index) => (
        <li key={one} aria-current={one === step ? 'step' : undefined}>
          {index > 0 && <IconChevronRight className={classes['chevron']} size={16} aria-hidden="true" />}
          {index < place && <IconCheck size={18} aria-hidden="true" />}
          <span>
            <span className={classes['count']}>
              Step {index + 1} of {STEPS.length},{' '}
            </span>
            {one}
          </span>
          {index < place && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
