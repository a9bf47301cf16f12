// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../../../src/client/session/this-session'
import { storeInvitation } from '../../../../../src/client/session/pending-invitation'
import { press } from '../../../by-hand'
import { answers, anInstance, openApp } from '../../../open-app'

/* The form of an external identity, opened from an invitation. */

test('a person with one name leaves the last one empty', async () => {
  storeInvitation(sessionStorage, { token: 'secret', user_id: 9 })
  const user = { id: 9, name: 'Cher', email: 'cher@example.org' }
  const { sent } = openApp('/lti-creation', [
    anInstance({ providers: [{ id: 'lti', family: 'ping', title: 'External user account' }] }),
    answers(api.showAssociation, { user, token: 'secret' }),
    answers(api.createExternalAccount, { insert: false, activate: false }),
  ])
  session.end()
  expect(await screen.findByText('Leave it empty if you have only one name.')).toBeDefined()
  await press('Create identity')
  await screen.findByText('External identity created')
  expect(sent.map(({ body }) => body)).toEqual([
    { user_id: 9, first_name: 'Cher', last_name: '', email: 'cher@example.org', association_token: 'secret' },
  ])
})
