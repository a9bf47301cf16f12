// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { API_MARK } from '#contract/api-address'
import { ERRORS } from '#contract/errors'
import { beforeEach, expect, test, vi } from 'vitest'
import { STORED } from '../../../../../src/client/browser/device-storage'
import { session } from '../../../../../src/client/session/this-session'
import { signOut, unconfirmedSignOut } from '../../../../../src/client/subjects/sign-in/leaving/sign-out'
import { stopClock } from '../../../fixed-clock'
import { aToken } from '../../../tokens'

const TOKEN = aToken('nurse')

beforeEach(() => {
  stopClock()
  session.start(TOKEN)
})

/** Signs out, and returns the tokens that reached the server and the way to let it answer. */
const signedOut = () => {
  const revoked: (string | null)[] = []
  let answer: (response: Response) => void = () => {}
  const answered = new Promise<Response>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', ({ headers }: Request) => (revoked.push(headers.get('Authorization')), answered))
  return { revoked, settled: signOut('nobody'), answer: (response: Response) => answer(response) }
}
const confirmation = () => new Response(null, { status: 204, headers: { [API_MARK.name]: API_MARK.value } })
/** A page of the hospital's network, in place of the portal. */
const foreign = () => new Response('Please log in to the guest network')

test('deletes the token before the server has answered, and revokes it there', async () => {
  const { revoked, settled, answer } = signedOut()
  expect([session.state.get().ended, localStorage.getItem(STORED.token)]).toEqual(['signed_out', null])
  await vi.waitFor(() => expect(revoked).toEqual([`Bearer ${TOKEN}`]))
  answer(confirmation())
  await settled
  expect(unconfirmedSignOut.get()).toBe(false)
})

test('says that the server did not confirm it, until the next sign-out', async () => {
  const first = signedOut()
  first.answer(foreign())
  await first.settled
  expect(unconfirmedSignOut.get()).toBe(true)
  session.start(TOKEN)
  const { settled, answer } = signedOut()
  expect(unconfirmedSignOut.get()).toBe(false)
  answer(confirmation())
  await settled
})

test('is confirmed by a server that has ended the session already', async () => {
  const { settled, answer } = signedOut()
  const { status, title, message } = ERRORS.session_idle
  const problem = { type: 'about:blank', title, status, detail: message, message, code: 'session_idle' }
  answer(new Response(JSON.stringify(problem), { status, headers: { [API_MARK.name]: API_MARK.value } }))
  await settled
  expect(unconfirmedSignOut.get()).toBe(false)
})
