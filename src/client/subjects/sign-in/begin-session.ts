import { logout, type SessionToken } from '#contract/session'
import type { IdentityProvider } from '#domain/sign-in/identity'
import { callWith } from '../../device/call'
import { session } from '../../session/this-session'
import { deviceLock } from '../../session/lock/device-lock'
import { rememberProvider } from '../../session/providers'
import type { Session } from '../../session/session'

/**
 * Begins the session of a sign-in by a provider. A locked screen opens only where the provider has just proved the
 * person again: one that remembers its last person lets anybody in. The former session is replaced, and ends at the
 * server too. Returns the session, or null where its token has expired by this device's clock.
 */
export const beginSession = ({ token, is_proved_now }: SessionToken, provider: IdentityProvider): Session | null => {
  const before = session.token()
  session.start(token)
  const begun = session.state.get().session
  // Nobody has the token of the former session any more; where this request fails, the session expires unused.
  if (before !== null && before !== begun?.token) void callWith(before)(logout, {})
  if (begun === null) return null
  rememberProvider(provider)
  if (is_proved_now === true || !deviceLock.isLocked.get()) deviceLock.open()
  return begun
}
