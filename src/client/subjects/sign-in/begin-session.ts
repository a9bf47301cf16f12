import { logout, type SessionToken } from '#contract/session'
import type { IdentityProvider } from '#domain/sign-in/identity'
import { callWith } from '../../device/call'
import { session } from '../../session/this-session'
import { deviceLock } from '../../session/lock/device-lock'
import { rememberProvider } from '../../session/providers'
import type { Session } from '../../session/session'

/**
 * Begins the session that a sign-in by a provider brought. A screen that was locked opens only where it was proved now who it is: a
 * provider that remembers its last person lets in whoever asks. It takes the place of the
 * session before, as where somebody unlocks a screen or takes over a tablet: that one ends at the server too. Answers the
 * session, or null where its token has run out by the clock of this device.
 */
export const beginSession = ({ token, is_proved_now }: SessionToken, provider: IdentityProvider): Session | null => {
  const before = session.token()
  session.start(token)
  const begun = session.state.get().session
  // Nobody has the token of the former session any more, so where this does not reach the server, it expires unused.
  if (before !== null && before !== begun?.token) void callWith(before)(logout, {})
  if (begun === null) return null
  rememberProvider(provider)
  if (is_proved_now === true || !deviceLock.isLocked.get()) deviceLock.open()
  return begun
}
