import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './wizard-step.module.css'

const STEPS = ['Input', 'Confirm', 'Finish'] as const
type Step = (typeof STEPS)[number]

type WizardStepProps = {
  step: Step
  title: string
  /** The heading takes the focus where the step replaces another one. */
  takesFocus: boolean
  children: ReactNode
}

/** One step of the wizard, with its number and title. */
export function WizardStep({ step, title, takesFocus, children }: WizardStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only when the step appears, whatever it is told afterwards.
  }, [])
  return (
    <section className={classes['step']} aria-label={title}>
      <ol className={`${classes['steps']} no-print`} aria-label="Steps">
        {STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={one === step ? 'step' : undefined}
            data-done={index < STEPS.indexOf(step) || undefined}
          >
            <span aria-hidden="true">{index + 1}</span> {one}
          </li>
        ))}
      </ol>
      <Title order={2} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </section>
  )
}
