// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { OwnSession } from '#contract/identity'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { press } from '../../../by-hand'
import { answers, AS_ADMINISTRATOR, loses, ME, openApp, type Reply } from '../../../open-app'

/* All associations of a person are ended, also where one of them ends the session that sends this. */

const AT = '2026-11-21T09:00:00.000Z'
const PROFILES = [
  { id: 1, idp: 'sso', created_at: AT },
  { id: 2, idp: 'aaf', created_at: AT },
  { id: 3, idp: 'sso', created_at: AT },
  { id: 4, idp: 'lti', created_at: AT },
]
const aSession = (id: number, idp: OwnSession['idp'], is_current: boolean): OwnSession => ({
  id,
  idp,
  device: 'Firefox on Linux',
  signed_in_at: AT,
  last_seen_at: AT,
  is_current,
})

/** Deletes all associations of a user. */
const deleted = async (userId: number, ...replies: Reply[]) => {
  const { sent } = openApp(`/users/${userId}/auth`, [
    ...replies,
    AS_ADMINISTRATOR,
    answers(api.getUser, aShownUser({ id: userId, user_profiles: PROFILES })),
    answers(api.deleteProfile, undefined),
  ])
  await press('Delete all IdP associations')
  await press('Delete 4 associations')
  return sent
}
const callsOf = (userId: number, ...profiles: number[]) => profiles.map((id) => `DELETE users/${userId}/profiles/${id}`)

test("one's own end with those of the provider that this session is signed in with", async () => {
  const sessions = { data: [aSession(8, 'sso', true), aSession(7, 'aaf', false)] }
  const sent = await deleted(ME.id, answers(api.listOwnSessions, sessions))
  await screen.findAllByText(/^4 IdP associations of .* deleted successfully/)
  expect(sent.map(({ call }) => call)).toEqual(callsOf(ME.id, 2, 4, 1, 3))
})

test('those of another person end in the order of their list', async () => {
  const sent = await deleted(9)
  await screen.findAllByText(/^4 IdP associations of .* deleted successfully/)
  expect(sent.map(({ call }) => call)).toEqual(callsOf(9, 1, 2, 3, 4))
})

test("where one's own session is not known, none is ended", async () => {
  const sent = await deleted(ME.id, loses(api.listOwnSessions))
  await waitFor(() => expect(document.body.textContent).toContain('0 of 4 IdP associations were deleted'))
  expect(sent).toEqual([])
})
