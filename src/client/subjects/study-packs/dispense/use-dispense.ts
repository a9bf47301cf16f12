import { ERRORS } from '#contract/errors'
import type { StoredCall } from '#contract/stored-calls'
import { dispenseStudyPacks } from '#contract/study-packs'
import { useMutation } from '@tanstack/react-query'
import { useReducer, useRef, useState } from 'react'
import { call } from '../../../device/call'
import { isAnswerLost } from '../../../api/failure'
import { refusalIn } from '../../../device/outbox/send-action'
import { useOutboxAction } from '../../../device/outbox/use-outbox-action'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { checkCode } from './code-check'
import { notCheckable } from './device-stop'
import { attemptToDispense, dispenseAttemptAfter, type DispenseFault } from './dispense-attempt'
import { dispenseCallOf, dispenseWay } from './dispense-way'

type DispenseCall = StoredCall<'dispense'>

/** The mutation key of a dispense in progress, so that no scan replaces its screen. */
export const DISPENSING = ['dispense']

/** The input; whether the server can be reached is known when it is pressed. */
type DispenseInput = { comment: string; code: string | null; isOnline: boolean }

/**
 * Dispenses one pack through the outbox: stored on this device first, then sent. Three digits that this device knows to
 * be wrong are never stored: they are reported to the server, which counts them and refuses them itself where it can be
 * reached.
 */
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
  const { mutateAsync: sendConfirmed } = useMutation({
    mutationKey: DISPENSING,
    mutationFn: ({ parameters, body }: DispenseCall) => call(dispenseStudyPacks, { parameters, body }),
  })

  /** Reports three digits that this device knows to be wrong. */
  const reportWrongCode = async (dispense: DispenseCall) => {
    const outcome = await sendConfirmed(dispense)
    if (outcome.ok) record(null)
    else if (isAnswerLost(outcome.refusal)) fail(WRONG_CODE)
    else fail({ refusal: null, ...refusalIn(outcome.refusal) })
  }

  const press = async ({ comment, code, isOnline }: DispenseInput) => {
    performed.current = new Date().toISOString()
    dispatch({ type: 'pressed' })
    setIsSaved(false)
    const dispense = dispenseCallOf(trial.id, pack.id, { comment, code, performed_at: performed.current })
    const verdict = code === null ? 'right' : await checkCode(code, pack.code_check, crypto.subtle)
    const way = dispenseWay(verdict, isOnline)
    if (way === 'report') await reportWrongCode(dispense)
    else if (way === 'wrong_code') fail(WRONG_CODE)
    else if (way === 'not_checkable') fail({ words: notCheckable(pack).words, refusal: null })
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

const WRONG_CODE: Omit<DispenseFault, 'at'> = {
  words: ERRORS.wrong_confirmation_code.message,
  refusal: { code: 'wrong_confirmation_code' },
}
