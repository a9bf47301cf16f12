import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { TrialBarAside } from '../../trials/trial/trial-bar-aside'
import classes from './wizard-step.module.css'
import { WizardSteps, type WizardStepName } from './wizard-steps'

type WizardStepProps = {
  step: WizardStepName
  title: string
  /** The content beside and under the title, on the last step. */
  titleFacts?: ReactNode
  titleIcon?: ReactNode
  /** The heading takes the focus where the step replaces another one. */
  takesFocus: boolean
  /** Whether it uses the full width of a desk. */
  isBroad?: boolean
  children: ReactNode
}

/** One step of the wizard: its title, and its number in the bar of the trial. */
export function WizardStep(props: WizardStepProps) {
  const { step, title, titleFacts, titleIcon, takesFocus, isBroad, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only when the step appears, whatever it is told afterwards.
  }, [])
  return (
    <section className={classes['step']} data-broad={isBroad} aria-label={title}>
      <TrialBarAside>
        <WizardSteps step={step} />
      </TrialBarAside>
      <div className={classes['head']}>
        {titleIcon}
        <div>
          <Title order={1} ref={heading} tabIndex={-1} className={classes['title']}>
            {title}
          </Title>
          {titleFacts}
        </div>
      </div>
      {children}
    </section>
  )
}
