import { useReducer, useRef, useState } from 'react'
import { useOutboxAction } from '../../../device/outbox/use-outbox-action'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { notCheckable } from './device-stop'
import { attemptToDispense, dispenseAttemptAfter, type DispenseFault } from './dispense-attempt'
import { dispenseCallOf } from './dispense-way'
import { DISPENSING, useDigitsCheck } from './use-digits-check'

/** The input; whether the server can be reached is known when it is pressed. */
type DispenseInput = { comment: string; code: string | null; isOnline: boolean }

/** Dispenses one pack through the outbox: its digits are checked, then it is stored on this device, then sent. */
export const useDispense = (trial: Pick<PacksTrial, 'id' | 'title'>, pack: PackFromServerOrStore) => {
  const [attempt, dispatch] = useReducer(dispenseAttemptAfter, attemptToDispense)
  const performed = useRef('')
  const [isSaved, setIsSaved] = useState(false)
  const record = (action_id: string | null) =>
    dispatch({ type: 'recorded', receipt: { action_id, performed_at: performed.current } })
  const fail = (fault: Omit<DispenseFault, 'at'>) => dispatch({ type: 'failed', fault: { ...fault, at: Date.now() } })
  const { send } = useOutboxAction({
    mutationKey: DISPENSING,
    onDone: () => record(null),
    onSaved: record,
    onStored: () => setIsSaved(true),
    onFault: fail,
  })
  const checkDigits = useDigitsCheck()

  const press = async ({ comment, code, isOnline }: DispenseInput) => {
    performed.current = new Date().toISOString()
    dispatch({ type: 'pressed' })
    setIsSaved(false)
    const dispense = dispenseCallOf(trial.id, pack.id, { comment, code, performed_at: performed.current })
    const idempotency_key = crypto.randomUUID()
    const verdict = await checkDigits({ dispense, idempotency_key, pack, isOnline })
    if (verdict.kind === 'refused') fail(verdict.fault)
    else if (verdict.kind === 'recorded') record(null)
    else if (verdict.kind === 'not_checkable') fail({ words: notCheckable(pack).words, refusal: null })
    else {
      send({
        trial: { id: trial.id, title: trial.title },
        label: `Dispense pack ${pack.pack_id} to participant ${pack.participant?.trial_sequence_no}`,
        call: dispense,
      })
    }
  }
  /** `isSaved`: it is stored on this device, and the server's answer is awaited. */
  return { attempt, isSaved: isSaved && attempt.phase === 'sending', press }
}
