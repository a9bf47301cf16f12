import { api } from '#contract/api'
import { pause } from '../../../../browser/pause'
import { call } from '../../../../device/call'
import { isAnswerLost, isRefusedWith, messageOf, statusOf, type Failure } from '../../../../api/failure'

/** The result of one invitation. `unconfirmed` means that its answer was lost: it is sent again under the same key. */
export type InvitationResult = { kind: 'sent' } | { kind: 'refused' | 'unconfirmed'; message: string }

/** A user to invite, with the key under which the invitation is sent once, however often it is requested. */
export type Invited = { id: number; idempotency_key: string }

/**
 * Sends invitations one after the other and reports the result of each. Stops where an answer is lost, the session has ended,
 * or `signal` is aborted; waits where the server asks for that.
 */
export const sendInvitations = async (
  people: readonly Invited[],
  onResult: (id: number, result: InvitationResult) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (const person of people) {
    if (signal.aborted) return
    // oxlint-disable-next-line no-await-in-loop -- One after the other: what stops one stops all that follow.
    const failure = await sentAtLast(person, signal)
    if (failure === null) onResult(person.id, { kind: 'sent' })
    else if (isAnswerLost(failure)) {
      onResult(person.id, { kind: 'unconfirmed', message: messageOf(failure) })
      return
    } else if (statusOf(failure) === 401 || isRefusedWith(failure, 'too_many_requests')) return
    else onResult(person.id, { kind: 'refused', message: messageOf(failure) })
  }
}

/** Sends one invitation, and again after a wait where the server asks for that. Returns why it was not sent, or null. */
const sentAtLast = async ({ id, idempotency_key }: Invited, signal: AbortSignal): Promise<Failure | null> => {
  const body = { user_id: id, unless_associated: true }
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- The next try follows the answer to this one.
    const sent = await call(api.requestAssociation, { body }, { idempotency_key })
    if (sent.ok) return null
    const { refusal } = sent
    if (!isRefusedWith(refusal, 'too_many_requests')) return refusal
    const wait_s = 'retry_after_s' in refusal ? (refusal.retry_after_s ?? 1) : 1
    try {
      // oxlint-disable-next-line no-await-in-loop -- The server says how long.
      await pause(wait_s * 1000, signal)
    } catch {
      return refusal
    }
  }
}
