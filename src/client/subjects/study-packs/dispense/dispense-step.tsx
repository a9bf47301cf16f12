import { useEffect, useEffectEvent } from 'react'
import type { PacksTrial } from '../pack-from-server-or-store'
import type { Stop } from './device-stop'
import { DispenseForm } from './dispense-form'
import { DispensedStep } from './dispensed-step'
import type { IntendedRecipient } from './intended-recipient'
import { StopStep } from './stop-step'
import { useDispense } from './use-dispense'
import type { CurrentPack } from './use-current-pack'

type DispenseStepProps = {
  trial: PacksTrial
  currentPack: CurrentPack
  /** The day it is in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  recipient: IntendedRecipient | null
  /** What stands against handing it out, or null. */
  stop: Stop | null
  onUnsettled: (isUnsettled: boolean) => void
  onScanAnother: () => void
  onNext: () => void
}

/** One pack from its scan to the patient's hand, in whatever phase it is. Once it is pressed, no stop takes its place: it tells what became of it. */
export function DispenseStep({
  trial,
  currentPack,
  today,
  recipient,
  stop,
  onUnsettled,
  onScanAnother,
  onNext,
}: DispenseStepProps) {
  const dispense = useDispense(trial, currentPack.pack)
  const { attempt } = dispense
  const isUnsettled = attempt.phase === 'sending'
  const reportUnsettled = useEffectEvent(onUnsettled)
  useEffect(() => {
    reportUnsettled(isUnsettled)
    return () => reportUnsettled(false)
  }, [isUnsettled])

  if (attempt.phase === 'recorded') {
    return <DispensedStep trial={trial} pack={currentPack.pack} receipt={attempt.receipt} onNext={onNext} />
  }
  if (attempt.phase === 'open' && stop !== null) {
    return (
      <StopStep
        trial={trial}
        pack={currentPack.pack}
        today={today}
        recipient={recipient}
        stop={stop}
        onScanAnother={onScanAnother}
      />
    )
  }
  return (
    <DispenseForm
      trial={trial}
      currentPack={currentPack}
      today={today}
      dispense={dispense}
      onScanAnother={onScanAnother}
    />
  )
}
