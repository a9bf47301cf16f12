import { logout } from '#contract/session'
import { call } from '../../../device/call'
import { session } from '../../../session/this-session'
import { createStore } from '../../../browser/store'

/** How long signing out waits for the server, in milliseconds: a shared tablet must be cleared soon, whatever happens. */
const LOGOUT_TIMEOUT_MS = 5000

/** Whether the server did not confirm the last sign-out on this page: its token then expires unused. */
export const unconfirmedSignOut = createStore(false)

/** The next person after a sign-out on this page: nobody, or a person who signs in at once. */
export type AfterSignOut = 'nobody' | 'another_person'
let successor: AfterSignOut = 'nobody'

/** The next person after the sign-out in progress. */
export const afterSignOut = (): AfterSignOut => successor

/** Revokes the token at the server, and deletes it here in any case, also offline. */
export const signOut = async (next: AfterSignOut = 'nobody'): Promise<void> => {
  const outcome = await call(logout, {}, { timeout_ms: LOGOUT_TIMEOUT_MS })
  unconfirmedSignOut.set(!outcome.ok)
  successor = next
  session.end()
  successor = 'nobody'
}
