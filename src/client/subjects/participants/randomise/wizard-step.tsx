import type { Trial } from '#contract/trials'
import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './wizard-step.module.css'
import { WizardSteps, type WizardStepName } from './wizard-steps'

type WizardStepProps = {
  trial: Pick<Trial, 'id' | 'title'>
  step: WizardStepName
  title: string
  /** What stands beside and under the title, on the last step. */
  titleFacts?: ReactNode
  titleIcon?: ReactNode
  /** The heading takes the focus where the step replaces another one. */
  takesFocus: boolean
  /** Whether it takes the width of a desk. */
  isBroad?: boolean
  children: ReactNode
}

/** One step of the wizard: its trial, its number and its title. */
export function WizardStep(props: WizardStepProps) {
  const { trial, step, title, titleFacts, titleIcon, takesFocus, isBroad, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only when the step appears, whatever it is told afterwards.
  }, [])
  return (
    <section className={classes['step']} data-broad={isBroad} aria-label={title}>
      <div className={classes['bar']}>
        <TrialName trial={trial} />
        <WizardSteps step={step} />
      </div>
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

/** The trial's short name, which stands before a colon; paper has the whole title. */
function TrialName({ trial: { id, title } }: { trial: Pick<Trial, 'id' | 'title'> }) {
  const [name = title, ...rest] = title.split(':')
  return (
    <p className={classes['trial']} title={title}>
      <b>{name}</b>
      {rest.length > 0 && <span className={classes['rest']}>:{rest.join(':')}</span>}
      <span className="muted"> Trial {id}</span>
    </p>
  )
}
