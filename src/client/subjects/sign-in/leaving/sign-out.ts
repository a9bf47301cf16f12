import { logout } from '#contract/session'
import { callWith } from '../../../device/call'
import { session } from '../../../session/this-session'
import { createStore } from '../../../browser/store'

/** Whether the server did not confirm the last sign-out on this page: its token then expires unused. */
export const unconfirmedSignOut = createStore(false)

/** The next person after a sign-out on this page: nobody, or a person who signs in at once. */
export type AfterSignOut = 'nobody' | 'another_person'
let successor: AfterSignOut = 'nobody'

/** The next person after the sign-out in progress. */
export const afterSignOut = (): AfterSignOut => successor

/** Deletes the token here, and then revokes it at the server, also if the page is closed meanwhile: it must not stay signed in. */
export const signOut = async (next: AfterSignOut): Promise<void> => {
  const token = session.token()
  unconfirmedSignOut.set(false)
  successor = next
  session.end()
  successor = 'nobody'
  if (token === null) return
  const outcome = await callWith(token)(logout, {}, { outlives_page: true })
  // A server that does not accept the token has ended the session already.
  const isOver = outcome.ok || (outcome.refusal.kind === 'refused' && outcome.refusal.status === 401)
  unconfirmedSignOut.set(!isOver)
}
