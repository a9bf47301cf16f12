import { isWrite } from '#contract/endpoint'
import type { Call } from '../../api/create-call'
import { isRefusedWith } from '../../api/failure'

type Dependencies = {
  /** Resolves with whether the person signed in again. */
  askToSignInAgain: () => Promise<boolean>
  /** The person of the session, or null. */
  currentPerson: () => string | null
  makeKey: () => string
}

/**
 * Wraps a call: where the server refuses a write for want of a fresh sign-in, asks the person to sign in again, and repeats the
 * write with its key. The form that sent it stays open meanwhile. Returns the refusal where they do not sign in, or another
 * person does.
 */
export const repeatAfterSignIn =
  (call: Call, { askToSignInAgain, currentPerson, makeKey }: Dependencies): Call =>
  async (endpoint, input, options = {}) => {
    if (!isWrite(endpoint)) return call(endpoint, input, options)
    const keyed = { ...options, idempotency_key: options.idempotency_key ?? makeKey() }
    const sender = currentPerson()
    let outcome = await call(endpoint, input, keyed)
    while (!outcome.ok && isRefusedWith(outcome.refusal, 'sign_in_not_fresh')) {
      const isConfirmed = await askToSignInAgain()
      if (!isConfirmed || currentPerson() !== sender) return outcome
      outcome = await call(endpoint, input, keyed)
    }
    return outcome
  }
