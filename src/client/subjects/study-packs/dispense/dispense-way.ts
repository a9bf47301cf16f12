import type { StoredCall } from '#contract/stored-calls'
import type { CodeVerdict } from './code-check'

/**
 * What follows when a dispense is pressed:
 * - `send`: it is stored in the outbox and sent
 * - `report`: three digits that this device knows to be wrong are sent to the server, which counts them, and never stored
 * - `wrong_code`: they are refused on this device, which cannot reach the server
 * - `not_checkable`: they are refused, because neither this device nor the server can check them now
 */
export type DispenseWay = 'send' | 'report' | 'wrong_code' | 'not_checkable'

/** The way of a pressed dispense, by the verdict on its digits and whether the server can be reached. */
export const dispenseWay = (verdict: CodeVerdict, isOnline: boolean): DispenseWay => {
  if (verdict === 'wrong') return isOnline ? 'report' : 'wrong_code'
  return verdict === 'not_checkable' && !isOnline ? 'not_checkable' : 'send'
}

type DispenseFields = { comment: string; code: string | null; performed_at: string }

/** The call that dispenses one pack. */
export const dispenseCallOf = (
  trialId: number,
  packId: number,
  { comment, code, performed_at }: DispenseFields,
): StoredCall<'dispense'> => ({
  kind: 'dispense',
  parameters: { trial_id: String(trialId) },
  body: { study_pack_id: packId, study_pack_ids: null, comment, confirmation_code: code, performed_at },
})
