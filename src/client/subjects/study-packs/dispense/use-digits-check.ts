import { ERRORS } from '#contract/errors'
import type { StoredCall } from '#contract/stored-calls'
import { dispenseStudyPacks } from '#contract/study-packs'
import { useMutation } from '@tanstack/react-query'
import { isAnswerLost } from '../../../api/failure'
import { call } from '../../../device/call'
import { refusalIn } from '../../../device/outbox/send-action'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import { checkCode } from './code-check'
import type { DispenseFault } from './dispense-attempt'
import { dispenseWay } from './dispense-way'

/** The mutation key of a dispense in progress, so that no scan replaces its screen. */
export const DISPENSING = ['dispense']

type Checked = {
  dispense: StoredCall<'dispense'>
  /** The key of the report, and of a correction that is stored afterwards. */
  idempotency_key: string
  pack: Pick<PackFromServerOrStore, 'code_check'> | undefined
  isOnline: boolean
}

/** `recorded`: the server has taken digits that this device holds to be wrong. */
type DigitsVerdict =
  { kind: 'send' | 'not_checkable' | 'recorded' } | { kind: 'refused'; fault: Omit<DispenseFault, 'at'> }

/**
 * Checks the three digits of a dispense before it is stored. Digits that this device knows to be wrong are never stored: they are
 * reported to the server, which counts them and refuses them itself where it can be reached.
 */
export const useDigitsCheck = () => {
  const { mutateAsync: report } = useMutation({
    mutationKey: DISPENSING,
    mutationFn: ({ dispense: { parameters, body }, idempotency_key }: Checked) =>
      call(dispenseStudyPacks, { parameters, body }, { idempotency_key }),
  })
  return async (checked: Checked): Promise<DigitsVerdict> => {
    const { confirmation_code } = checked.dispense.body
    const verdict =
      confirmation_code === null ? 'right' : await checkCode(confirmation_code, checked.pack?.code_check, crypto.subtle)
    const way = dispenseWay(verdict, checked.isOnline)
    if (way === 'wrong_code') return { kind: 'refused', fault: WRONG_CODE }
    if (way !== 'report') return { kind: way }
    const outcome = await report(checked)
    if (outcome.ok) return { kind: 'recorded' }
    const { refusal } = outcome
    return { kind: 'refused', fault: isAnswerLost(refusal) ? WRONG_CODE : { refusal: null, ...refusalIn(refusal) } }
  }
}

const WRONG_CODE: Omit<DispenseFault, 'at'> = {
  words: ERRORS.wrong_confirmation_code.message,
  refusal: { code: 'wrong_confirmation_code' },
}
