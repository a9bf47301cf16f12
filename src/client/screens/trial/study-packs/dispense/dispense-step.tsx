import type { Participant } from '#contract/participants'
import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import type { ScanVerdict } from '#domain/scan-verdict'
import { useEffect, useEffectEvent } from 'react'
import { isUnsettled } from './dispense-attempt'
import { DispenseForm } from './dispense-form'
import { DispensedStep } from './dispensed-step'
import { StopStep } from './stop-step'
import { UnsureStep } from './unsure-step'
import { useDispense } from './use-dispense'

type DispenseStepProps = {
  trial: Trial
  pack: StudyPack
  /** The day it is in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  meant: Participant | null
  verdict: ScanVerdict
  onUnsettled: (isUnsettled: boolean) => void
  onAgain: () => void
  onNext: () => void
}

/** One pack from its scan to the patient's hand, in whatever phase it is. */
export function DispenseStep({ trial, pack, today, meant, verdict, onUnsettled, onAgain, onNext }: DispenseStepProps) {
  const dispense = useDispense(trial.id)
  const { attempt, pressAgain } = dispense
  const unsettled = isUnsettled(attempt)
  const tell = useEffectEvent(onUnsettled)
  useEffect(() => {
    tell(unsettled)
    return () => tell(false)
  }, [unsettled])

  if (attempt.phase === 'done') return <DispensedStep trial={trial} pack={pack} onNext={onNext} />
  if (attempt.phase === 'unsure') return <UnsureStep trial={trial} pack={pack} onAskAgain={pressAgain} />
  if (attempt.phase === 'open' && verdict.kind !== 'right') {
    return <StopStep trial={trial} pack={pack} today={today} meant={meant} verdict={verdict} onAgain={onAgain} />
  }
  return <DispenseForm trial={trial} pack={pack} today={today} dispense={dispense} onAgain={onAgain} />
}
