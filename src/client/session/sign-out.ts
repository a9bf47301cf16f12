import { logout } from '#contract/session'
import { call, session } from '../api/browser-call'
import { createStore } from '../store'

/** How long signing out waits for the server, in milliseconds: a shared tablet is cleared soon, whatever happens. */
const LOGOUT_TIMEOUT_MS = 5000

/** Whether the last sign-out on this page could not be told to the server: its token then runs out by itself. */
export const unconfirmedSignOut = createStore(false)

/** Who comes after a sign-out on this page: nobody in particular, or somebody else who signs in at once. */
export type AfterSignOut = 'nobody' | 'another_person'
let successor: AfterSignOut = 'nobody'

/** Who comes after the sign-out that is ending the session just now. */
export const afterSignOut = (): AfterSignOut => successor

/** Tells the server to refuse this token from now on, and forgets it here in any case, also offline. */
export const signOut = async (next: AfterSignOut = 'nobody'): Promise<void> => {
  const outcome = await call(logout, {}, { timeout_ms: LOGOUT_TIMEOUT_MS })
  unconfirmedSignOut.set(!outcome.ok)
  successor = next
  session.end()
  successor = 'nobody'
}
