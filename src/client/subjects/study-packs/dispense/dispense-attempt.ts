import type { StoredRefusal } from '#contract/stored-action'

/** Why a press had no effect: in words, with the details of a server's refusal and its time. */
export type DispenseFault = { words: string; refusal: StoredRefusal | null; at: number }

/**
 * A recorded dispense: its time, and the action of the outbox that shows its state, null where the server has confirmed
 * it.
 */
export type DispenseReceipt = { action_id: string | null; performed_at: string }

/**
 * The dispensing of one pack at the bedside. Times are milliseconds since the epoch.
 * - `open`: the fields are filled in; the fault of an earlier press may stand beside them
 * - `sending`: pressed, and the server's answer is awaited
 * - `recorded`: by the server or on this device; the outbox shows which
 */
export type DispenseAttempt =
  | { phase: 'open'; fault: DispenseFault | null }
  | { phase: 'sending' }
  | { phase: 'recorded'; receipt: DispenseReceipt }

export type DispenseEvent =
  { type: 'pressed' } | { type: 'recorded'; receipt: DispenseReceipt } | { type: 'failed'; fault: DispenseFault }

export const attemptToDispense: DispenseAttempt = { phase: 'open', fault: null }

/** The attempt after an event; one that does not belong to its phase changes nothing. */
export const dispenseAttemptAfter = (attempt: DispenseAttempt, event: DispenseEvent): DispenseAttempt => {
  switch (event.type) {
    case 'pressed':
      return attempt.phase === 'open' ? { phase: 'sending' } : attempt
    case 'recorded':
      return attempt.phase === 'sending' ? { phase: 'recorded', receipt: event.receipt } : attempt
    case 'failed':
      return attempt.phase === 'sending' ? { phase: 'open', fault: event.fault } : attempt
  }
}

/**
 * The reason why the code was refused, for below its field; after too many wrong ones with the time of the next try.
 */
export const codeRefusal = (fault: DispenseFault | null, formatClock: (at: number) => string): string | null => {
  if (fault === null || fault.refusal === null) return null
  const { words, at, refusal } = fault
  if (refusal.code === 'wrong_confirmation_code') return words
  if (refusal.code === 'too_many_codes') {
    if (refusal.retry_after_s === undefined) return words
    return `${words}. You can try again at ${formatClock(at + refusal.retry_after_s * 1000 + MINUTE_MS)}`
  }
  return refusal.fields?.['confirmation_code'] ?? null
}

/** The clock is shown in whole minutes: one minute after the last second is never too early. */
const MINUTE_MS = 60_000
