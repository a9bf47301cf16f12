import { asksAfterOfflineUnlock } from '#contract/after-offline-unlock'
import type { Endpoint } from '#contract/endpoint'
import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { earlier } from '../../ground/time/clock'
import type { Actor } from './call'

/** How long a sign-in with the provider counts as fresh, in seconds (decision 0031). */
const FRESH_SIGN_IN_LIFE = 5 * 60

/**
 * Refuses with `sign_in_not_fresh` where a call needs a fresh sign-in and the caller's last one at the provider is more than five
 * minutes old. The contract declares each call that can refuse so (`asks_fresh_sign_in`).
 */
export const needFreshSignIn = (
  { actor, now }: { actor: Pick<Actor, 'proved_at'>; now: string },
  isNeeded: boolean,
): Outcome<null, Refusal> => {
  if (!isNeeded) return accepted(null)
  const isFresh = actor.proved_at !== null && actor.proved_at > earlier(now, FRESH_SIGN_IN_LIFE)
  return isFresh ? accepted(null) : refused(refusal('sign_in_not_fresh'))
}

/**
 * Refuses with `sign_in_not_fresh` what the app does not do offline, where a PIN or passkey has opened the caller's device without the
 * server and they have not signed in since.
 */
export const needSignInSinceOfflineUnlock = (
  endpoint: Endpoint,
  actor: Pick<Actor, 'opened_offline_at' | 'proved_at'> | null,
): Outcome<null, Refusal> => {
  if (actor === null || actor.opened_offline_at === null || !asksAfterOfflineUnlock(endpoint)) return accepted(null)
  const isProved = actor.proved_at !== null && actor.proved_at > actor.opened_offline_at
  return isProved ? accepted(null) : refused(refusal('sign_in_not_fresh'))
}
