import { useEffectEvent, useLayoutEffect } from 'react'
import type { PacksTrial } from '../pack-from-server-or-store'
import { useScanSignal } from '../scanning/use-scan-signal'
import type { Following } from './after-dispensing'
import type { Stop } from './device-stop'
import { DispenseForm } from './dispense-form'
import { DispensedStep } from './dispensed-step'
import type { IntendedRecipient } from './intended-recipient'
import { StopStep } from './stop-step'
import { useDispense } from './use-dispense'
import type { CurrentPack } from './use-current-pack'
import { useFollow } from './use-follow'

type DispenseStepProps = {
  trial: PacksTrial
  currentPack: CurrentPack
  /** The day it is in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  recipient: IntendedRecipient | null
  /** What stands against handing it out, or null. */
  stop: Stop | null
  /** Whether it was scanned: only then a sound says whether it is the right pack. */
  isScanned: boolean
  following: Following
  onUnsettled: (isUnsettled: boolean) => void
  onRecorded: (packId: string) => void
}

/** One pack from its scan to the patient's hand, in whatever phase it is. Once it is pressed, no stop takes its place: it tells what became of it. */
export function DispenseStep(props: DispenseStepProps) {
  const { trial, currentPack, today, recipient, stop, isScanned, following, onUnsettled, onRecorded } = props
  const dispense = useDispense(trial, currentPack.pack)
  const { attempt } = dispense
  const isUnsettled = attempt.phase === 'sending'
  const reportUnsettled = useEffectEvent(onUnsettled)
  // With the words, not after them: the next scan may follow at once.
  useLayoutEffect(() => {
    reportUnsettled(isUnsettled)
    return () => reportUnsettled(false)
  }, [isUnsettled])
  const isRecorded = attempt.phase === 'recorded'
  const reportRecorded = useEffectEvent(() => onRecorded(currentPack.pack.pack_id))
  useLayoutEffect(() => {
    if (isRecorded) reportRecorded()
  }, [isRecorded])
  const isPassing = useFollow(following, currentPack.pack, attempt)
  useScanSignal(isScanned && attempt.phase === 'open' ? (stop === null ? 'right' : 'wrong') : null)

  if (attempt.phase === 'recorded') {
    return (
      <DispensedStep
        trial={trial}
        pack={currentPack.pack}
        receipt={attempt.receipt}
        following={following}
        isPassing={isPassing}
      />
    )
  }
  if (attempt.phase === 'open' && stop !== null) {
    return (
      <StopStep
        trial={trial}
        pack={currentPack.pack}
        today={today}
        recipient={recipient}
        stop={stop}
        onScanAnother={following.onScanAnother}
      />
    )
  }
  return (
    <DispenseForm
      trial={trial}
      currentPack={currentPack}
      today={today}
      dispense={dispense}
      hasFollowed={following.hasFollowed}
      onScanAnother={following.onScanAnother}
    />
  )
}
