import type { Call } from '../api/create-call'
import { isRefusedWith } from '../api/failure'

type Dependencies = {
  /** Resolves with whether the person signed in again. */
  askToSignInAgain: () => Promise<boolean>
  /** Whose session it is, or null. */
  whose: () => string | null
  makeKey: () => string
}

/**
 * The same call, which asks the person to sign in again where the server wants that, and then sends the same write with the same
 * key. Nothing of the form that sent it is lost meanwhile. The refusal is answered where they do not, or somebody else took over.
 */
export const repeatAfterSignIn =
  (call: Call, { askToSignInAgain, whose, makeKey }: Dependencies): Call =>
  async (endpoint, input, options = {}) => {
    if (endpoint.asks_fresh_sign_in === undefined) return call(endpoint, input, options)
    const keyed = { ...options, idempotency_key: options.idempotency_key ?? makeKey() }
    const sender = whose()
    let outcome = await call(endpoint, input, keyed)
    while (!outcome.ok && isRefusedWith(outcome.refusal, 'sign_in_not_fresh')) {
      const isConfirmed = await askToSignInAgain()
      if (!isConfirmed || whose() !== sender) return outcome
      outcome = await call(endpoint, input, keyed)
    }
    return outcome
  }
