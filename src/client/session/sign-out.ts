import { api } from '#contract/api'
import { call, session } from '../api/browser-call'

/** How long signing out waits for the server, in milliseconds: a shared tablet is cleared soon, whatever happens. */
const LOGOUT_TIMEOUT_MS = 5000

/**
 * Tells the server to refuse this token from now on, and forgets it here in any case, also offline. Answers whether the
 * server knows: where it does not, the token that is no longer on this device runs out by itself.
 */
export const signOut = async (): Promise<boolean> => {
  const told = await call(api.logout, {}, { timeout_ms: LOGOUT_TIMEOUT_MS })
  session.end()
  return told.ok
}
