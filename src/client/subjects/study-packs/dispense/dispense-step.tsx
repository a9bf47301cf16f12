import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { PacksTrial } from '../pack-from-server-or-store'
import { useScanSignal } from '../scanning/use-scan-signal'
import type { Following } from './after-dispensing'
import type { Stop } from './device-stop'
import { DispenseForm, type Written } from './dispense-form'
import { DispensedStep } from './dispensed-step'
import type { IntendedRecipient } from './intended-recipient'
import { StopStep } from './stop-step'
import { useDispense } from './use-dispense'
import type { CurrentPack } from './use-current-pack'
import { useFollow } from './use-follow'

type DispenseStepProps = {
  trial: PacksTrial
  currentPack: CurrentPack
  /** The present day in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  recipient: IntendedRecipient | null
  /** The reason against dispensing it, or null. */
  stop: Stop | null
  /** Whether it was scanned: only then a sound tells a right pack from a wrong one. */
  isScanned: boolean
  following: Following
  onUnsettled: (isUnsettled: boolean) => void
  onRecorded: (packId: string) => void
}

/**
 * One pack from its scan to the patient's hand, in any phase. Once the button is pressed, no stop replaces it: it shows
 * the outcome.
 */
export function DispenseStep(props: DispenseStepProps) {
  const { trial, currentPack, today, recipient, stop, isScanned, following, onUnsettled, onRecorded } = props
  const dispense = useDispense(trial, currentPack.pack)
  // Beside the form: a stop of a moment, as when the Wi-Fi blinks, must not lose it.
  const [written, setWritten] = useState<Written>({ code: '', sentCode: null, reason: null })
  const { attempt } = dispense
  const isUnsettled = attempt.phase === 'sending'
  const reportUnsettled = useEffectEvent(onUnsettled)
  // Together with the words, not after them: the next scan may follow at once.
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
      written={written}
      onWrite={(changes) => setWritten((before) => ({ ...before, ...changes }))}
      hasFollowed={following.hasFollowed}
      onScanAnother={following.onScanAnother}
    />
  )
}
